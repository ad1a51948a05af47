/**
 * The steps of {@link RedisFrontier} as Lua scripts, each of which Redis runs as a whole. Their first three arguments
 * are the prefix of a job's keys, the prefix of the hosts' keys, which all jobs share, and the milliseconds for which a
 * key is kept after its last use, or 0 for ever. If the job has an end, it says until when each key is kept.
 *
 * A job has: `meta` (format, counts, last place), `items` (key → JSON), `hosts` (by the time of their next visit),
 * `waits:HOST` (keys by place), `tries` (key → attempts and the fencing number under which they were counted), `notes`
 * (host → JSON), `settled` (keys by position), `outcomes` (key → JSON), `failed` (reason → count) and `failures:REASON`
 * (keys by position). A host has its fencing number, its owner and that one's job, the lease's end, the time from which
 * it may be visited, the time of its last visit, the place of the last item that was taken, until when someone outside
 * of a turn wants it, and its `guests` (`HostScripts`): until when one of them waits (`called`), until when the owner
 * lets them in (`lent`), and the time from which the site's pace allows a request after the last one (`after`). `meta`
 * also has what the scripts of jobs keep (`JobScripts`): the time of the job's end and of its expiry, the most items,
 * and the bytes of outcomes.
 */
import { step } from "./FrontierSteps.ts"
import { hostQueue } from "./HostQueue.ts"

/** Begins a job, or finds the one that is there. The format of the keys is 1. */
export const open = step(`
redis.call('HSETNX', meta, 'format', 1)
redis.call('HSETNX', meta, 'settled', 0)
if redis.call('HGET', meta, 'format') ~= '1' then return redis.error_reply('NEWER the format is unknown') end
if isDamaged() then return damaged end
keep(meta)
`).withReturnType<null>()

/** Of each item: key, host, JSON, the reason of its failure, and the outcome's JSON, both empty if it waits. */
export const add = step(`
if isDamaged() then return damaged end
if hasEnded() then return 0 end
local added = 0
local most = tonumber(redis.call('HGET', meta, 'most') or '0')
local room = most > 0 and most - redis.call('HLEN', items) or math.huge
for at = 4, #ARGV, 5 do
  local key, host = ARGV[at], ARGV[at + 1]
  if added < room and redis.call('HSETNX', items, key, ARGV[at + 2]) == 1 then
    added = added + 1
    if ARGV[at + 4] == '' then await(key, host) else settle(key, ARGV[at + 3], ARGV[at + 4]) end
  end
end
keep(meta, items)
return added
`).withReturnType<number>()

/**
 * Owner, ms, ms to wait after a restart of the Redis. A host that another job visits is asked for again a second later,
 * and jobs that want the same one have it in turn. The one whose turn it is has two seconds to come.
 */
export const lease = step(`${hostQueue}
if isDamaged() then return damaged end
if hasEnded() or calmAt(ARGV[6]) > now then return false end
local owner, ttl = ARGV[4], tonumber(ARGV[5])
for _ = 1, 1000 do
  local host = redis.call('ZRANGEBYSCORE', hosts, '-inf', int(now), 'LIMIT', 0, 1)[1]
  if host == nil then return false end
  if redis.call('EXISTS', job .. ':waits:' .. host) == 0 then return damaged end
  -- A visit outside of a turn goes first.
  local wanted = tonumber(redis.call('HGET', visits .. ':' .. host, 'wanted') or '0')
  if wanted > now or guestsUntil(host) > now then
    redis.call('ZADD', hosts, int(math.max(askAt(host), now + 200)), host)
  elseif readyAt(host) > now then
    if redis.call('HGET', visits .. ':' .. host, 'job') ~= job then join(host) end
    redis.call('ZADD', hosts, int(askAt(host)), host)
  else
    local visit, first = visits .. ':' .. host, firstInQueue(host)
    if first and first ~= job and now < readyAt(host) + 2000 then
      join(host)
      call(first, host, now)
      redis.call('ZADD', hosts, int(now + 200), host)
    else
      serve(host, first)
      -- Above the time, too: a server that lost its last second, or the key, gives no number twice.
      local fence = int(math.max(tonumber(redis.call('HGET', visit, 'fence') or '0') + 1, now))
      redis.call('HSET', visit, 'fence', fence, 'owner', owner, 'job', job, 'ends', int(now + ttl), 'cursor', 0,
        'lent', 0)
      visitAt(host, now + ttl)
      keep(meta, hosts, job .. ':waits:' .. host)
      return { host, fence, redis.call('HGET', job .. ':notes', host) }
    end
  end
end
return false
`).withReturnType<readonly [host: string, fence: string, notes: string | null] | null>()

/** Host, owner, fencing number, ms. */
export const renew = step(`
local host = ARGV[4]
if not isHeld(host, ARGV[5], ARGV[6]) then return lost end
local ends = now + tonumber(ARGV[7])
redis.call('HSET', visits .. ':' .. host, 'ends', int(ends))
visitAt(host, math.max(readyAt(host), ends))
`).withReturnType<null>()

/** Host, owner, fencing number, maximum number of items, ms of the pace. Returns key, JSON and attempts of each. */
export const take = step(`
if isDamaged() then return damaged end
local host, fence, count = ARGV[4], ARGV[6], tonumber(ARGV[7])
if not isHeld(host, ARGV[5], fence) then return lost end
local visit, waits = visits .. ':' .. host, job .. ':waits:' .. host
visitAt(host, math.max(readyAt(host), now + math.ceil(tonumber(ARGV[8]))))
local taken = {}
local cursor = redis.call('HGET', visit, 'cursor')
while #taken < 3 * count do
  local next = redis.call('ZRANGEBYSCORE', waits, '(' .. cursor, '+inf', 'WITHSCORES', 'LIMIT', 0, 100)
  if #next == 0 then break end
  for at = 1, #next, 2 do
    if #taken == 3 * count then break end
    cursor = next[at + 1]
    local item = redis.call('HGET', items, next[at])
    if not item then return damaged end
    local attempts, counted = string.match(redis.call('HGET', tries, next[at]) or '0:0', '(%d+):(%d+)')
    if counted ~= fence then
      table.insert(taken, next[at])
      table.insert(taken, item)
      table.insert(taken, attempts)
    end
  end
end
redis.call('HSET', visit, 'cursor', cursor)
keep(meta, hosts, waits)
return taken
`).withReturnType<ReadonlyArray<string>>()

/** Host, owner, fencing number; of each settlement: key, attempts or nothing, reason or nothing, the outcome's JSON. */
export const settle = step(`
if isDamaged() then return damaged end
local host, fence = ARGV[4], ARGV[6]
if not isHeld(host, ARGV[5], fence) then return lost end
for at = 7, #ARGV, 4 do
  local key, attempts = ARGV[at], ARGV[at + 1]
  if attempts == '' then
    if leave(host, key) then settle(key, ARGV[at + 2], ARGV[at + 3]) end
  elseif redis.call('ZSCORE', job .. ':waits:' .. host, key) then
    redis.call('HSET', tries, key, attempts .. ':' .. fence)
    redis.call('ZADD', job .. ':waits:' .. host, redis.call('HINCRBY', meta, 'last', 1), key)
  end
end
keep(meta, items, hosts, tries, job .. ':waits:' .. host)
`).withReturnType<null>()

/** Host, owner, fencing number, ms to wait, notes as JSON or nothing. */
export const release = step(`${hostQueue}
local host, notes = ARGV[4], job .. ':notes'
if not isHeld(host, ARGV[5], ARGV[6]) then return lost end
redis.call('HDEL', visits .. ':' .. host, 'owner')
visitAt(host, now + math.ceil(tonumber(ARGV[7])))
local first = firstInQueue(host)
if first then call(first, host, readyAt(host)) end
-- A job that was removed meanwhile keeps nothing.
local isKept = ARGV[8] ~= '' and redis.call('EXISTS', meta) == 1
if isKept then redis.call('HSET', notes, host, ARGV[8]) else redis.call('HDEL', notes, host) end
keep(meta, hosts, notes)
`).withReturnType<null>()

/** The ms until the first host may be leased; below 0 if no item waits. */
export const nextVisit = step(`
if isDamaged() then return damaged end
local first = redis.call('ZRANGE', hosts, 0, 0, 'WITHSCORES')
if #first == 0 or hasEnded() then return -1 end
return math.max(0, tonumber(first[2]) - now)
`).withReturnType<number>()

/** The numbers of waiting and settled items and of hosts, then reasons and the numbers of failures. */
export const counts = step(`
if isDamaged() then return damaged end
return numbers()
`).withReturnType<ReadonlyArray<string>>()

/** A position, maximum number. Returns key, position, the item's and the outcome's JSON of each. */
export const list = step(`
if isDamaged() then return damaged end
local found = {}
local next = redis.call('ZRANGEBYSCORE', settled, '(' .. ARGV[4], '+inf', 'WITHSCORES', 'LIMIT', 0, tonumber(ARGV[5]))
for at = 1, #next, 2 do
  local item, outcome = redis.call('HGET', items, next[at]), redis.call('HGET', outcomes, next[at])
  if not item or not outcome then return damaged end
  for _, value in ipairs({ next[at], next[at + 1], item, outcome }) do table.insert(found, value) end
end
return found
`).withReturnType<ReadonlyArray<string>>()

/** A key. Returns the same of one item, or nothing. */
export const find = step(`
if isDamaged() then return damaged end
local position = redis.call('ZSCORE', settled, ARGV[4])
if not position then return {} end
local item, outcome = redis.call('HGET', items, ARGV[4]), redis.call('HGET', outcomes, ARGV[4])
if not item or not outcome then return damaged end
return { ARGV[4], position, item, outcome }
`).withReturnType<ReadonlyArray<string>>()

/** A reason, or nothing for all; maximum number. Returns the number of items that wait again. */
export const retry = step(`
if isDamaged() then return damaged end
local count = 0
for _, reason in ipairs(ARGV[4] == '' and redis.call('HKEYS', failed) or { ARGV[4] }) do
  local failures = job .. ':failures:' .. reason
  for _, key in ipairs(redis.call('ZRANGE', failures, 0, tonumber(ARGV[5]) - count - 1)) do
    local item = redis.call('HGET', items, key)
    if not item then return damaged end
    redis.call('ZREM', failures, key)
    redis.call('ZREM', settled, key)
    redis.call('HINCRBY', meta, 'bytes', -redis.call('HSTRLEN', outcomes, key))
    redis.call('HDEL', outcomes, key)
    redis.call('HDEL', tries, key)
    redis.call('HINCRBY', meta, 'settled', -1)
    if redis.call('HINCRBY', failed, reason, -1) == 0 then redis.call('HDEL', failed, reason) end
    await(key, cjson.decode(item).host)
    count = count + 1
  end
  if count >= tonumber(ARGV[5]) then break end
end
return count
`).withReturnType<number>()
