import { assert, it } from "@effect/vitest"
import { Refresh } from "@porthole/core"

const base = "https://site.test/dir/page"

it.each([
  ["0;url=/real", "https://site.test/real"],
  ["5; URL='real'", "https://site.test/dir/real"],
  ["0,https://other.test/a", "https://other.test/a"],
  ["10; url=/real", "https://site.test/real"],
  [".; url=/real", "https://site.test/real"],
  ["10; url=/real", "https://site.test/real"],
  [".; url=/real", "https://site.test/real"],
  ["0 url=/real", "https://site.test/real"],
  ["1.5 ; http://other.test", "http://other.test/"],
])("the refresh %j leads to %s", (refresh, url) => {
  assert.strictEqual(Refresh.leadingOn(Refresh.writtenIn(refresh) ?? "", base), url)
})

it.each([
  "30",
  "",
  "url=/real",
  "11; url=/real",
  "1800; url=/timeout",
  "11; url=/real",
  "1800; url=/timeout",
  "0;url=",
  "0; URL = ",
  "0 ; url=",
  "0; url=''",
  "0;url=#top",
  "0;url=page",
  "0;url=javascript:alert(1)",
  "0;url=data:text/html,x",
  "0;url=http://[",
])("the refresh %j leads nowhere", (refresh) => {
  const written = Refresh.writtenIn(refresh)
  assert.isUndefined(written === undefined ? undefined : Refresh.leadingOn(written, base))
})
