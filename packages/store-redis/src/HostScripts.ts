/**
 * The steps of rights to visit hosts outside of turns, as Lua scripts over those of a frontier (`FrontierScripts`),
 * whose first three arguments they have. A host's `guests` are the rights of fetches by their end: several may visit it
 * at the same time. A right of a job is a lease, and excludes everything else.
 */
import { step } from "./FrontierSteps.ts"

/** Keeps a host free for the one who asks, for 2 s. */
const wanted = `
local function want(visit)
  redis.call('HSET', visit, 'wanted', int(now + 2000))
  if redis.call('HEXISTS', visit, 'owner') == 0 then redis.call('PEXPIRE', visit, 86400000) end
end
`

/**
 * Owner, ms, ms to wait after a restart of the Redis, host. Leases a host outside of a turn, and returns the fencing
 * number, or the ms to wait.
 */
export const permit = step(`${wanted}
local owner, ttl, host = ARGV[4], tonumber(ARGV[5]), ARGV[7]
local visit = visits .. ':' .. host
-- Its own lease may be there already, if the answer to an earlier try was lost.
local held = redis.call('HGET', visit, 'owner') == owner and 0 or readyAt(host)
local ready = math.max(held, guestsUntil(host), (calmAt(ARGV[6])))
if ready > now then
  want(visit)
  return { int(ready - now) }
end
local fence = int(math.max(tonumber(redis.call('HGET', visit, 'fence') or '0') + 1, now))
redis.call('HDEL', visit, 'wanted')
redis.call('HSET', visit, 'fence', fence, 'owner', owner, 'job', job, 'ends', int(now + ttl), 'cursor', 0, 'lent', 0)
visitAt(host, now + ttl)
return { '0', fence }
`).withReturnType<readonly [wait: string, fence?: string]>()

/**
 * Host, an id, ms for which the right lasts, maximum number of rights, ms since the last request, and 1 if only those
 * ms count. Returns 0 if the id has the right, or the ms to wait. Turns keep the distance from it, too.
 */
export const enter = step(`${wanted}
local host, ttl, count, interval = ARGV[4], tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local visit, guests = visits .. ':' .. host, guestsOf(host)
local lease = redis.call('HMGET', visit, 'owner', 'ends', 'last', 'lent')
local free = interval == 0 and 0 or math.min(now, tonumber(lease[3]) or 0) + interval
if ARGV[9] ~= '1' then
  local isLent = tonumber(lease[4] or '0') > now
  if lease[1] and not isLent then free = math.max(free, tonumber(lease[2])) end
  local first = guestsUntil(host)
  if redis.call('ZCARD', guests) >= count then free = math.max(free, first) end
end
if free > now then
  redis.call('HSET', visit, 'called', int(now + 2000))
  want(visit)
  return free - now
end
redis.call('ZADD', guests, int(now + ttl), ARGV[5])
redis.call('HDEL', visit, 'called')
redis.call('PEXPIRE', guests, math.max(ttl, redis.call('PTTL', guests)))
if interval > 0 then
  local ready = math.max(readyAt(host), now + interval)
  redis.call('HSET', visit, 'last', int(now), 'ready', int(ready), 'after', int(now + interval))
  if not lease[1] then redis.call('PEXPIRE', visit, int(ready - now + 86400000)) end
end
return 0
`).withReturnType<number>()

/**
 * Nothing, host. Lets fetches visit a host between two requests of a job's turn. Returns 0 once none is left, or the ms
 * until the owner asks again, and until then it sends nothing.
 */
export const giveWay = step(`
local host = ARGV[5]
local visit = visits .. ':' .. host
local turn = redis.call('HMGET', visit, 'job', 'owner', 'called', 'after')
if turn[1] ~= job or not turn[2] then return 0 end
if math.max(tonumber(turn[3] or '0'), tonumber(turn[4] or '0'), guestsUntil(host)) <= now then
  redis.call('HSET', visit, 'lent', 0)
  return 0
end
redis.call('HSET', visit, 'lent', int(now + 500))
return 100
`).withReturnType<number>()

/** Host, an id. Gives a right back. */
export const leave = step(`
redis.call('ZREM', guestsOf(ARGV[4]), ARGV[5])
`).withReturnType<null>()
