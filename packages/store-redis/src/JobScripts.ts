/**
 * The steps of {@link RedisJobs} as Lua scripts, over those of a frontier (`FrontierScripts`), whose first three
 * arguments they have. The fourth is the prefix of the keys about all jobs. A tenant's name is escaped.
 *
 * A job's `meta` has, beside what its frontier keeps there: `kind`, `request`, `created`, `keep` (ms from its end to
 * its expiry), `most` (items), `state` (none until it has all of its items), `ended`, `expires`, `note`, and of a crawl
 * the `holder` and until when (`held`). About all jobs there are: a sorted set of tenants by their last turn,
 * `turns:TENANT` (ids of jobs that run, by the time from which they may have a turn), `kept:TENANT` (ids by expiry),
 * `untidy` (`TENANT:ID` of jobs whose waiting URLs are to be forgotten, by the time from which that holds; until then,
 * as long as `meta` has `untidy`, nothing of them expires, and a full Redis evicts nothing), and in `visits` the
 * Redis's own id, the time of its last restart, and until when it counts as full.
 */
import * as Redis from "effect/persistence/Redis"
import * as FrontierSteps from "./FrontierSteps.ts"

const step = (lua: string) => FrontierSteps.step(prelude + lua)

const prelude = `
local jobs = ARGV[4]
local function turnsOf(tenant) return jobs .. ':turns:' .. tenant end
local function keptOf(tenant) return jobs .. ':kept:' .. tenant end

local function untidy() return jobs .. ':untidy' end
local function useJob(tenant, id) use(string.gsub(jobs, 's$', '') .. ':' .. tenant .. ':' .. id) end

local function isVisited(host)
  local lease = redis.call('HMGET', visits .. ':' .. host, 'job', 'owner', 'ends')
  return lease[1] == job and lease[2] and tonumber(lease[3]) > now
end
-- If the time of the expiry is over, a key is gone at once. So those that name others come last.
local function keepAll()
  for _, host in ipairs(redis.call('ZRANGE', hosts, 0, -1)) do keep(job .. ':waits:' .. host) end
  for _, reason in ipairs(redis.call('HKEYS', failed)) do keep(job .. ':failures:' .. reason) end
  keep(meta, items, hosts, tries, settled, outcomes, failed, job .. ':notes')
end
local function forget(tenant, id)
  for _, host in ipairs(redis.call('ZRANGE', hosts, 0, -1)) do redis.call('UNLINK', job .. ':waits:' .. host) end
  for _, reason in ipairs(redis.call('HKEYS', failed)) do redis.call('UNLINK', job .. ':failures:' .. reason) end
  redis.call('UNLINK', meta, items, hosts, tries, settled, outcomes, failed, job .. ':notes')
  redis.call('ZREM', keptOf(tenant), id)
end
-- Gives back the room of 500 URLs of a job that doesn't run, which wait at hosts that it doesn't visit now: those that
-- it visits count as none, so that each step brings the end nearer. Returns 1 if there may be more. One that has never
-- started is forgotten then.
local function tidy(tenant, id)
  local state, room, skipped = redis.call('HGET', meta, 'state'), 500, 0
  while state ~= 'running' do
    if room <= 0 then return 1 end
    local host = redis.call('ZRANGE', hosts, skipped, skipped)[1]
    if not host then break end
    local waits = job .. ':waits:' .. host
    if state and isVisited(host) then skipped = skipped + 1
    else
      local keys = redis.call('ZRANGE', waits, 0, room - 1)
      if #keys > 0 then redis.call('HDEL', items, unpack(keys)) end
      redis.call('ZREMRANGEBYRANK', waits, 0, room - 1)
      if #keys < room then redis.call('ZREM', hosts, host) end
      room = room - #keys - 1
    end
  end
  redis.call('ZREM', untidy(), tenant .. ':' .. id)
  if not state then forget(tenant, id)
  elseif redis.call('HDEL', meta, 'untidy') == 1 then keepAll() end
  return 0
end
local function finish(tenant, id, state, note)
  local expires = int(now + tonumber(redis.call('HGET', meta, 'keep')))
  redis.call('HSET', meta, 'state', state, 'ended', int(now), 'expires', expires)
  if note ~= '' then redis.call('HSET', meta, 'note', note) end
  redis.call('ZREM', turnsOf(tenant), id)
  redis.call('ZADD', keptOf(tenant), expires, id)
  if redis.call('EXISTS', hosts) == 0 then return keepAll() end
  redis.call('HSET', meta, 'untidy', 1)
  redis.call('ZADD', untidy(), int(now), tenant .. ':' .. id)
end
local fields = { 'kind', 'request', 'state', 'created', 'ended', 'expires', 'note', 'bytes', 'most' }
local noteAt = 9
local function described(tenant, id)
  local values = redis.call('HMGET', meta, unpack(fields))
  local found = { tenant, id }
  for at = 1, #fields do table.insert(found, values[at] or '') end
  for _, value in ipairs(numbers()) do table.insert(found, value) end
  return found
end
-- The job's fields and counts, or nothing, with notes of what its own fields don't have.
local function looked()
  local lostNote, fullNote, restNote, quiet = ARGV[7], ARGV[8], ARGV[9], tonumber(ARGV[10])
  if redis.call('HEXISTS', meta, 'state') == 0 then return {} end
  -- A full Redis may evict what is about to expire.
  if hasEnded() and isDamaged() then redis.call('HSET', meta, 'state', 'failed', 'note', lostNote) end
  local found, waits = described(ARGV[5], ARGV[6]), redis.call('HMGET', visits, 'full', 'since')
  local function note(text) found[noteAt] = found[noteAt] == '' and text or found[noteAt] .. ' ' .. text end
  if hasEnded() then return found end
  if tonumber(waits[1] or '0') > now then note(fullNote) end
  if tonumber(waits[2] or '0') + quiet > now then note(restNote) end
  return found
end
`

/**
 * Tenant, id, kind, request, maximum number of items, ms from the end to the expiry, maximum number of jobs that run,
 * and of those that are kept. Returns 0, the ms until the tenant's first job expires, or -1 if too many run.
 */
export const create = step(`
local tenant, id, created = ARGV[5], ARGV[6], 3600000
redis.call('ZREMRANGEBYSCORE', keptOf(tenant), '-inf', int(now))
if redis.call('ZCARD', turnsOf(tenant)) >= tonumber(ARGV[11]) then return -1 end
if redis.call('ZCARD', keptOf(tenant)) >= tonumber(ARGV[12]) then
  local first = redis.call('ZRANGE', keptOf(tenant), 0, 0, 'WITHSCORES')[2]
  return math.max(1, math.min(tonumber(first), now + 86400000) - now)
end
redis.call('HSET', meta, 'format', 1, 'settled', 0, 'kind', ARGV[7], 'request', ARGV[8], 'most', ARGV[9],
  'keep', ARGV[10], 'created', int(now))
redis.call('ZADD', keptOf(tenant), int(now + created), id)
redis.call('ZADD', untidy(), int(now + created), tenant .. ':' .. id)
return 0
`).withReturnType<number>()

/** Tenant, id, maximum number of jobs that run. Returns -1 if too many run, else 0. */
export const start = step(`
if isDamaged() then return damaged end
local tenant, id = ARGV[5], ARGV[6]
if redis.call('ZCARD', turnsOf(tenant)) >= tonumber(ARGV[7]) then return -1 end
redis.call('HSET', meta, 'state', 'running')
redis.call('ZREM', untidy(), tenant .. ':' .. id)
redis.call('ZADD', keptOf(tenant), 'inf', id)
redis.call('ZADD', turnsOf(tenant), int(now), id)
redis.call('ZADD', jobs, 'NX', int(now), tenant)
return 0
`).withReturnType<number>()

/**
 * Tenant, id, the notes of a job of which a part is lost, of one that waits for room, and of one that waits after a
 * restart of the Redis, and the ms of that. Returns the job's fields and counts, or nothing.
 */
export const find = step(`
return looked()
`).withReturnType<ReadonlyArray<string>>()

/**
 * The same six, a position, maximum numbers of items and bytes, and 1 if only failed ones count. Returns the
 * same, and of each item key, position, the item's and the outcome's JSON; what the Redis has lost is left out.
 */
export const results = step(`
local described, found, bytes = looked(), {}, 0
if #described == 0 then return { described, found } end
local function after(key)
  return redis.call('ZRANGEBYSCORE', key, '(' .. ARGV[11], '+inf', 'WITHSCORES', 'LIMIT', 0, tonumber(ARGV[12]))
end
local next = {}
if ARGV[14] == '1' then
  local failures = {}
  for _, reason in ipairs(redis.call('HKEYS', failed)) do
    local some = after(job .. ':failures:' .. reason)
    for at = 1, #some, 2 do table.insert(failures, { some[at], some[at + 1] }) end
  end
  table.sort(failures, function(one, other) return tonumber(one[2]) < tonumber(other[2]) end)
  for at = 1, math.min(#failures, tonumber(ARGV[12])) do
    for _, value in ipairs(failures[at]) do table.insert(next, value) end
  end
else
  next = after(settled)
end
for at = 1, #next, 2 do
  local item, outcome = redis.call('HGET', items, next[at]), redis.call('HGET', outcomes, next[at])
  if item and outcome then
    bytes = bytes + #outcome
    if #found > 0 and bytes > tonumber(ARGV[13]) then break end
    for _, value in ipairs({ next[at], next[at + 1], item, outcome }) do table.insert(found, value) end
  end
end
return { described, found }
`).withReturnType<readonly [job: ReadonlyArray<string>, items: ReadonlyArray<string>]>()

const finishing = `
if redis.call('HGET', meta, 'state') == 'running' then finish(ARGV[5], ARGV[6], ARGV[7], ARGV[8]) end
`

/** Tenant, id, state, note or nothing. */
export const finish = step(finishing).withReturnType<null>()

/** The same on a full Redis, which can't run it before version 7. */
export const finishFull = Redis.script((...args: ReadonlyArray<string | number>) => args, {
  lua: `#!lua flags=allow-oom\n${finish.lua}`,
  numberOfKeys: 0,
}).withReturnType<null>()

/**
 * Tenant, id. Forgets some waiting URLs of a job that doesn't run, and at last one that hasn't started; a full Redis
 * does so, too. Returns 1 if there may be more.
 */
export const tidy = step(`
return tidy(ARGV[5], ARGV[6])
`).withReturnType<number>()

/** Tenant, id. Forgets a job that has ended; a full Redis does so, too. */
export const remove = step(`
if hasEnded() then forget(ARGV[5], ARGV[6]) end
`).withReturnType<null>()

/**
 * Ms for which jobs are said to wait for room. Only version 7 or newer can run it while it is full. It has no key of
 * its own, which a full Redis would evict.
 */
export const full = Redis.script((...args: ReadonlyArray<string | number>) => args, {
  lua: `#!lua flags=allow-oom\n${step("redis.call('HSET', visits, 'full', int(now + tonumber(ARGV[5])))").lua}`,
  numberOfKeys: 0,
}).withReturnType<null>()

/** A note. */
export const note = step(`
if redis.call('HGET', meta, 'state') == 'running' then redis.call('HSET', meta, 'note', ARGV[5]) end
`).withReturnType<null>()

/** Tenant, id, ms. */
export const rest = step(`
redis.call('ZADD', turnsOf(ARGV[5]), 'XX', int(now + math.ceil(tonumber(ARGV[7]))), ARGV[6])
`).withReturnType<null>()

/** Tenant, id, ms. */
export const wake = step(`
local at, score = now + math.ceil(tonumber(ARGV[7])), redis.call('ZSCORE', turnsOf(ARGV[5]), ARGV[6])
if score and tonumber(score) > at then redis.call('ZADD', turnsOf(ARGV[5]), int(at), ARGV[6]) end
`).withReturnType<null>()

/**
 * A worker, ms for which it holds a crawl, ms to wait after a restart of the Redis, the note of a job of which a part
 * is lost, and the run of the Redis that the worker has seen last, or nothing. Returns the run, and a job's fields and
 * counts, or ms.
 */
export const next = step(`
local worker, hold, lostNote = ARGV[5], tonumber(ARGV[6]), ARGV[8]
local due = redis.call('ZRANGEBYSCORE', untidy(), '-inf', int(now), 'LIMIT', 0, 1)[1]
if due then
  local tenant, id = string.match(due, '^(.*):(.*)$')
  useJob(tenant, id)
  tidy(tenant, id)
end
local calm, run = calmAt(ARGV[7], ARGV[9])
if calm > now then return { run, int(calm - now) } end

local earliest = 1000
for _, tenant in ipairs(redis.call('ZRANGE', jobs, 0, 999)) do
  for _ = 1, 100 do
    local first = redis.call('ZRANGE', turnsOf(tenant), 0, 0, 'WITHSCORES')
    if #first == 0 then
      redis.call('ZREM', jobs, tenant)
      break
    end
    local id, at = first[1], tonumber(first[2])
    if at > now then
      earliest = math.min(earliest, at - now)
      break
    end
    useJob(tenant, id)
    local holder = redis.call('HMGET', meta, 'kind', 'holder', 'held')
    if redis.call('EXISTS', meta) == 0 then
      redis.call('ZREM', turnsOf(tenant), id)
      redis.call('ZREM', keptOf(tenant), id)
    elseif isDamaged() then finish(tenant, id, 'failed', lostNote)
    elseif tonumber(redis.call('HGET', meta, 'waiting') or '0') <= 0 then finish(tenant, id, 'done', '')
    elseif holder[1] == 'crawl' and holder[2] and holder[2] ~= worker and tonumber(holder[3]) > now then
      redis.call('ZADD', turnsOf(tenant), int(now + 200), id)
    else
      if holder[1] == 'crawl' then redis.call('HSET', meta, 'holder', worker, 'held', int(now + hold)) end
      redis.call('ZADD', turnsOf(tenant), int(now), id)
      redis.call('ZADD', jobs, int(now), tenant)
      return { run, unpack(described(tenant, id)) }
    end
  end
end
return { run, int(earliest) }
`).withReturnType<ReadonlyArray<string>>()

/** Returns the number of strings of each job, and then those: its fields and counts. */
export const running = step(`
local found, count = {}, 0
for _, tenant in ipairs(redis.call('ZRANGE', jobs, 0, 999)) do
  for _, id in ipairs(redis.call('ZRANGE', turnsOf(tenant), 0, 999)) do
    use(string.gsub(jobs, 's$', '') .. ':' .. tenant .. ':' .. id)
    if count < 1000 and redis.call('EXISTS', meta) == 1 then
      local one = described(tenant, id)
      table.insert(found, int(#one))
      for _, value in ipairs(one) do table.insert(found, value) end
      count = count + 1
    end
  end
end
return found
`).withReturnType<ReadonlyArray<string>>()
