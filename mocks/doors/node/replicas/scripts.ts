/** The keys of a sandbox's lease and log. A cluster stores both on the same node. */
export type Keys = readonly [lease: string, log: string]

export function keysOf(prefix: string, name: string): Keys {
  return [`${prefix}{${name}}:lease`, `${prefix}{${name}}:log`]
}

/** The key of the sorted set of all sandboxes, by the time of their last use. */
export function indexKey(prefix: string): string {
  return `${prefix}sandboxes`
}

/** Names of initial states begin with this character, which no sandbox id has. */
export const initialPrefix = '@'

export function isInitialName(name: string): boolean {
  return name.startsWith(initialPrefix)
}

/**
 * The atomic operations of the store, in Lua. A sandbox has two keys in one slot of a cluster: its lease and its log. The
 * lease names the owner, its expiry and a fencing token, a number that only grows: a write with an older one is rejected.
 *
 * A store without memory rejects the first write of a script if it may need some (`HSET`), but no later ones. So leases,
 * times of use and deletions begin with one that needs none, and work in a full store too.
 */

/** How long an unused lease is stored, in milliseconds: long enough that fences survive an outage of the store. */
const leaseRetention = 600_000

/** Results of the scripts that write under a lease. */
export const writeResults = { notOwned: 0, done: 1, full: 2 }

/** Bytes of a change that a sandbox accepts beyond its limit. */
const smallWrite = 1024

const checked = `
if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1] then return ${writeResults.notOwned} end
`
const extended = `
redis.call('PEXPIRE', KEYS[1], ${leaseRetention})
local t = redis.call('TIME')
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[2]))
`
const renewed = checked + extended
const setExpiry = `
if ARGV[3] == '0' then redis.call('PERSIST', KEYS[2]) else redis.call('PEXPIRE', KEYS[2], ARGV[3]) end
`

const lua = {
  /** owner, lease time in milliseconds -> the owner and its fence; the fence is `0` if another replica is the owner */
  takeLease: `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local lease = redis.call('HMGET', KEYS[1], 'owner', 'until', 'fence')
if lease[1] and lease[1] ~= ARGV[1] and tonumber(lease[2]) > now then return { lease[1], '0' } end
local fence = string.format('%.0f', math.max((tonumber(lease[3]) or 0) + 1, t[1] * 1000000 + t[2]))
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'fence', fence, 'until', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ${leaseRetention})
return { ARGV[1], fence }`,
  /** fence, lease time, log retention, summary; both times in milliseconds */
  renewLease: `${renewed}
if redis.call('EXISTS', KEYS[2]) == 1 then
  ${setExpiry}
  if ARGV[4] ~= '' then redis.call('HSET', KEYS[2], 'summary', ARGV[4]) end
end
return ${writeResults.done}`,
  /**
   * fence, lease time, log retention, limit in bytes, name of the initial log, bytes of the base so far or -1 for a change,
   * fields with their values. Small changes are accepted up to twice the limit, so that entities can be deleted. A base
   * that is smaller than what it replaces is always accepted, and so is a head alone, which deletes a log.
   */
  putItems: `${checked}
local stored = tonumber(redis.call('HGET', KEYS[2], 'size')) or 0
local more = 0
for i = 7, #ARGV, 2 do more = more + #ARGV[i + 1] - redis.call('HSTRLEN', KEYS[2], ARGV[i]) end
local limit = tonumber(ARGV[4])
local base = tonumber(ARGV[6])
local size = stored + more
local makesRoom = base >= 0 and stored > 0 and base <= size - base + ${smallWrite}
local isWithin = base >= 0 and base <= limit or base < 0 and (size <= limit or more <= ${smallWrite} and size <= 2 * limit)
if limit > 0 and not isWithin and not makesRoom then return ${writeResults.full} end
if makesRoom then ${extended} end
redis.call('HSETNX', KEYS[2], 'initial', ARGV[5])
redis.call('HSET', KEYS[2], 'size', size, unpack(ARGV, 7))
${extended}
${setExpiry}
return ${writeResults.done}`,
  /** fence, lease time, fields; a log without items is deleted */
  removeItems: `${renewed}
local less = 0
for i = 3, #ARGV do less = less + redis.call('HSTRLEN', KEYS[2], ARGV[i]) end
redis.call('HDEL', KEYS[2], unpack(ARGV, 3))
if redis.call('EXISTS', KEYS[2]) == 0 then return ${writeResults.done} end
redis.call('HINCRBY', KEYS[2], 'size', -less)
local rest = redis.call('HLEN', KEYS[2]) - redis.call('HEXISTS', KEYS[2], 'summary')
if rest <= 2 then redis.call('DEL', KEYS[2]) end
return ${writeResults.done}`,
  /** fence -> whether there is a log */
  releaseLease: `
if redis.call('HGET', KEYS[1], 'fence') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return redis.call('EXISTS', KEYS[2])`,
  /** times, names */
  touchIndex: `
redis.call('PERSIST', KEYS[1])
redis.call('ZADD', KEYS[1], unpack(ARGV))`,
}

type Argument = string | number | Uint8Array

/** The scripts as commands of the client: `touchIndex` of the index, the others of a lease and a log. */
export type Scripts = {
  readonly [Name in keyof typeof lua]: Name extends 'touchIndex'
    ? (index: string, ...rest: Argument[]) => Promise<unknown>
    : (lease: string, log: string, ...rest: Argument[]) => Promise<unknown>
}

export const scripts = Object.fromEntries(
  Object.entries(lua).map(([name, text]) => [
    name,
    { lua: text, numberOfKeys: name === 'touchIndex' ? 1 : 2 },
  ]),
)
