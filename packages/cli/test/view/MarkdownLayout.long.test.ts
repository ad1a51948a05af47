import { layoutTests } from "./LayoutTests.ts"

layoutTests(1_000_000)
