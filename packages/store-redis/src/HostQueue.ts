/**
 * The queue of jobs that want a host which isn't free, as a part of Lua scripts (`FrontierSteps`). Its order is that of
 * start-time fair queueing: tenants take turns, and so do the jobs of each. A host that only one job wants has none.
 *
 * `visit:HOST:queue` has the jobs by their places, `visit:HOST:places` the last place of each tenant, and at `served`
 * the place before that of the job that had the last turn. Both expire soon, because a job that waits asks each second.
 */
export const hostQueue = `
local function queueOf(host) return visits .. ':' .. host .. ':queue' end
local function placesOf(host) return visits .. ':' .. host .. ':places' end
local function tenantOf(name) return string.match(name, '^(.*):') end
local function join(host)
  local queue, places, tenant = queueOf(host), placesOf(host), tenantOf(job)
  if not redis.call('ZSCORE', queue, job) then
    -- The first one that joins stands behind the last turn.
    local last = redis.call('HGET', visits .. ':' .. host, 'job')
    if last and redis.call('EXISTS', places) == 0 then redis.call('HSET', places, tenantOf(last), 1) end
    local known = redis.call('HMGET', places, tenant, 'served')
    local place = math.max(tonumber(known[1] or '0'), tonumber(known[2] or '0')) + 1
    redis.call('ZADD', queue, place, job)
    redis.call('HSET', places, tenant, place)
  end
  redis.call('PEXPIRE', queue, 60000)
  redis.call('PEXPIRE', places, 60000)
end
local function firstInQueue(host)
  for _ = 1, 100 do
    local first = redis.call('ZRANGE', queueOf(host), 0, 0)[1]
    if not first or redis.call('EXISTS', first .. ':waits:' .. host) == 1 then return first end
    redis.call('ZREM', queueOf(host), first)
  end
end
-- The first one, which leaves the queue if it doesn't come, and the job itself.
local function serve(host, first)
  if not first then return end
  local queue = queueOf(host)
  local place = redis.call('ZSCORE', queue, job)
  if place then redis.call('HSET', placesOf(host), 'served', place - 1) end
  redis.call('ZREM', queue, first, job)
  if redis.call('EXISTS', queue) == 0 then redis.call('UNLINK', placesOf(host)) end
end
local function wake(key, member, at)
  local score = redis.call('ZSCORE', key, member)
  if score and tonumber(score) > at then redis.call('ZADD', key, int(at), member) end
end
-- Lets the first one ask for the host as soon as that is free.
local function call(first, host, at)
  wake(first .. ':hosts', host, at)
  local prefix, tenant, id = string.match(first, '^(.*):job:([^:]+):([^:]+)$')
  if prefix then wake(prefix .. ':jobs:turns:' .. tenant, id, at) end
end
`
