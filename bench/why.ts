/**
 * Why a goal is missed, by the name of its row: from profiles (`node --cpu-prof`, `perf record -g`) of the built server on a machine of
 * two cores with Node 20, whose parts are told in microseconds of its CPU time. Looked at again when the work of a row changes.
 */
const writes =
  'Of about 70 µs, the connection takes 20 (all that map needs but a look-up and JSON.parse); reading and checking the body 7; route, user and access 5; the rule with its checks 7; creating the record in its collection 4; trees and their indexes 5; history, journal and counts 6; promises between them 4; the collection of what all that leaves 10. A new entity besides draws its identifier (3), resolves links (2) and has its answer made (3); a deletion has no body, and looks for what refers to the entity instead. Map checks nothing and keeps nothing of what was.'

const reasons: Readonly<Record<string, string>> = {
  'GET by id, random':
    'Where more entities are read than answers are kept, an answer is made each time: 35 to 60 µs for the text of the resource (properties, links, paths with titles), 10 to 20 for hashing record and text into the tag, which has to be the same wherever the content is, and 8 to find user and route and to note the request. Map turns a finished object into text, without links and tags.',
  'GET unchanged (304)':
    'Half of the 20 µs are the connection; the rest is finding sandbox, user and route, and the entry in the journal.',
  'PUT of one property': writes,
  'POST of an asset': writes,
  'DELETE of one of those': writes,
  'first answer':
    'Of 300 ms, Node takes 60; making the schemas that 200 routes declare and zod checks by takes 110; reading 1.6 MB of code 30; reading the seed of 1.2 MB of JSON 20 to 50; putting it into trees and indexes 30; listening and the first request 10.',
  'a request in a page':
    'Of 0.19 ms, a constant answer takes 0.05 (a `Response`, made and read) and the service 0.02 to 0.06; what else turns Fetch objects into requests and answers back was not told apart.',
  p99: 'What outlives a request (journal, history, kept answers) is copied twice by the collection of garbage, in pauses of 2 to 8 ms; map keeps nothing that it did not have.',
}

/** Undefined where nobody has looked yet. */
export function whyMissed(name: string): string | undefined {
  return Object.entries(reasons).find(([row]) => name.startsWith(row))?.[1]
}
