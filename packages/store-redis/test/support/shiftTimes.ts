/**
 * The clock of a Redis can't be set. So tests move the times that it keeps: to the past, as if time had passed, or to
 * the future, lest they come while a busy machine stands still.
 */
import { Effect } from "effect"
import * as RedisConnection from "../../src/RedisConnection.ts"
import { patient, urlOf } from "./store.ts"

/** Moves the times of all jobs and hosts, and the expiries of all keys, to the past by milliseconds. */
export const shiftTimes = (port: number, ms: number): Effect.Effect<void> =>
  RedisConnection.open(urlOf(port), patient).pipe(
    Effect.flatMap((redis) => redis.send("EVAL", script, "0", `${ms}`)),
    Effect.scoped,
    Effect.orDie,
    Effect.asVoid,
  )

// --- private --------------------------------------------------------------------------

/** `FrontierScripts`, `HostScripts` and `JobScripts` say which fields and scores are times. */
const script = `
local ms = tonumber(ARGV[1])
local ofJobs = { 'held', 'created', 'ended', 'expires' }
local ofHosts = { 'ready', 'ends', 'last', 'wanted', 'called', 'lent', 'after', 'since', 'full' }
local setsOfTimes = { ':hosts$', ':guests$', ':jobs$', ':turns:', ':kept:', ':untidy$' }
local function isSetOfTimes(key)
  for _, pattern in ipairs(setsOfTimes) do if key:find(pattern) then return true end end
end
for _, key in ipairs(redis.call('KEYS', '*')) do
  if isSetOfTimes(key) then
    for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, -ms, member) end
  end
  for _, field in ipairs(key:find(':meta$') and ofJobs or key:find(':visit') and ofHosts or {}) do
    if redis.call('TYPE', key).ok == 'hash' and redis.call('HEXISTS', key, field) == 1 then
      redis.call('HINCRBY', key, field, -ms)
    end
  end
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left - ms) end
end
`
