/**
 * The common beginning of the Lua scripts over frontiers (`FrontierScripts`, `HostScripts`, `JobScripts`): their first
 * three arguments, which `FrontierScripts` explains, their time, and steps at hosts and items.
 */
import * as Redis from "effect/persistence/Redis"

/** A step: the arguments behind the first three are its own. */
export const step = (lua: string) =>
  Redis.script((...args: ReadonlyArray<string | number>) => args, { lua: prelude + lua, numberOfKeys: 0 })

/** The time is the server's, so that owners need no common clock. */
const prelude = `
local visits, kept = ARGV[2], tonumber(ARGV[3])
local job, meta, items, hosts, tries, settled, outcomes, failed
local function use(name)
  job, meta, items, hosts, tries = name, name .. ':meta', name .. ':items', name .. ':hosts', name .. ':tries'
  settled, outcomes, failed = name .. ':settled', name .. ':outcomes', name .. ':failed'
end
use(ARGV[1])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

local function int(value) return string.format('%.0f', value) end
local function keep(...)
  local expires, isUntidy = unpack(redis.call('HMGET', meta, 'expires', 'untidy'))
  for _, key in ipairs({ ... }) do
    if isUntidy then break
    elseif expires then redis.call('PEXPIREAT', key, expires)
    elseif kept > 0 then redis.call('PEXPIRE', key, kept) end
  end
end
local function hasEnded() return redis.call('HEXISTS', meta, 'ended') == 1 end
local function isDamaged()
  if redis.call('EXISTS', meta) == 0 then return true end
  local count = tonumber(redis.call('HGET', meta, 'settled'))
  if count > redis.call('HLEN', items) then return true end
  return count ~= redis.call('ZCARD', settled) or count ~= redis.call('HLEN', outcomes)
end
local damaged = redis.error_reply('DAMAGED the job is not whole')

local function readyAt(host) return tonumber(redis.call('HGET', visits .. ':' .. host, 'ready') or '0') end
-- When a job asks for a host: a second from now at the latest, if the host is visited and its owner may give it back.
local function askAt(host)
  local ready, isVisited = readyAt(host), redis.call('HEXISTS', visits .. ':' .. host, 'owner') == 1
  return isVisited and math.min(ready, now + 1000) or ready
end
local function visitAt(host, at)
  local visit = visits .. ':' .. host
  redis.call('HSET', visit, 'ready', int(at), 'last', int(now))
  -- A full Redis may evict what is about to expire, and a lease must stay.
  if redis.call('HEXISTS', visit, 'owner') == 1 then redis.call('PERSIST', visit)
  else redis.call('PEXPIRE', visit, int(math.max(0, at - now) + 86400000)) end
  redis.call('ZADD', hosts, 'XX', int(at), host)
end
local function guestsOf(host) return visits .. ':' .. host .. ':guests' end
local function guestsUntil(host)
  redis.call('ZREMRANGEBYSCORE', guestsOf(host), '-inf', int(now))
  return tonumber(redis.call('ZRANGE', guestsOf(host), 0, 0, 'WITHSCORES')[2] or '0')
end
local function isHeld(host, owner, fence)
  local lease = redis.call('HMGET', visits .. ':' .. host, 'job', 'owner', 'fence', 'ends')
  return lease[1] == job and lease[2] == owner and lease[3] == fence and tonumber(lease[4]) > now
end
local lost = redis.error_reply('LOST the lease has ended')
-- A Redis that died may have lost its last leases, whose owners don't know that yet. One that has lost everything
-- seems to be new, except to those who have seen another run of it. Returns the run, too.
local function calmAt(quiet, seen)
  local own = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
  local known = redis.call('HMGET', visits, 'run', 'since')
  local since, isOther = known[2] or '0', seen and seen ~= '' and seen ~= own
  if known[1] ~= own then since = (known[1] or isOther) and int(now) or '0'
  elseif isOther and since == '0' then since = int(now) end
  if known[1] ~= own or known[2] ~= since then redis.call('HSET', visits, 'run', own, 'since', since) end
  if kept > 0 then redis.call('PEXPIRE', visits, kept) end
  return tonumber(since) + tonumber(quiet), own
end

local function await(key, host)
  local place = redis.call('HINCRBY', meta, 'last', 1)
  redis.call('ZADD', job .. ':waits:' .. host, place, key)
  redis.call('HINCRBY', meta, 'waiting', 1)
  redis.call('ZADD', hosts, 'NX', int(askAt(host)), host)
  keep(meta, hosts, job .. ':waits:' .. host)
end
local function settle(key, reason, outcome)
  local position = redis.call('HINCRBY', meta, 'last', 1)
  redis.call('HINCRBY', meta, 'settled', 1)
  redis.call('ZADD', settled, position, key)
  redis.call('HSET', outcomes, key, outcome)
  redis.call('HINCRBY', meta, 'bytes', #outcome)
  if reason ~= '' then
    redis.call('HINCRBY', failed, reason, 1)
    redis.call('ZADD', job .. ':failures:' .. reason, position, key)
    keep(failed, job .. ':failures:' .. reason)
  end
  keep(meta, settled, outcomes)
end
local function numbers()
  local waiting, done = redis.call('HGET', meta, 'waiting') or '0', redis.call('HGET', meta, 'settled') or '0'
  return { waiting, done, int(redis.call('ZCARD', hosts)), unpack(redis.call('HGETALL', failed)) }
end
local function leave(host, key)
  if redis.call('ZREM', job .. ':waits:' .. host, key) == 0 then return false end
  redis.call('HINCRBY', meta, 'waiting', -1)
  if redis.call('EXISTS', job .. ':waits:' .. host) == 0 then redis.call('ZREM', hosts, host) end
  return true
end
`
