/** Tenants share nothing at any door. */
import * as Doors from "./support/tenancy/Doors.ts"
import { sharingTests } from "./support/tenancy/sharing.ts"

sharingTests(() => Doors.all())
