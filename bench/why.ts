/**
 * Why goals are missed, by the name of the row: from profiles (`node --cpu-prof`, `perf record -g`) of the built server on a machine with
 * two cores and Node 20, in microseconds of CPU time. Review a reason when the work of its row changes.
 */
const writes =
  'On a faster machine, where a PUT takes about 70 µs: the connection takes 20 (all that map needs but a look-up and JSON.parse); reading and checking the body 7; route, user and access 5; the rule with its checks 7; creating the record in its collection 4; trees and their indexes 5; history, journal and counts 6; promises between them 4; garbage collection 10. Creating an entity also generates its identifier (3), resolves links (2) and builds its response (3); a deletion has no body, and looks for references to the entity instead. Map checks nothing and records no history. Being 1.5 times as fast would take a third away: where a PUT takes 180 µs, compiled JavaScript is 21 % of it, built-ins of V8 20, its runtime 20, the kernel 18, garbage collection 12, and none of our functions above 2; without normalising names, looking for invalid Unicode, a second check of the record, sizes for undo, journal, sign-in and routing together it would be a quarter. Committing written tables only gains 4 %.'

const reasons: Readonly<Record<string, string>> = {
  'GET by id, random':
    'Where more entities are read than replies are cached, a reply is built each time: 55 to 80 µs for the text of the resource (properties, links, paths with titles), 10 to 20 for hashing record and text into the tag, which must be the same wherever the content is, and 8 to find user and route and to record the request. No single part stands out in a profile of random ids at 100,000: writing to the socket 18 %, JSON.stringify 10, garbage collection 9, encoding as UTF-8 5, the rest in some forty functions, so that nothing that was tried gained a tenth: with ten times as many cached replies the ratio at 100,000 was 0.28 and 0.35 instead of 0.33, in two runs each. Map turns a finished object into text, without links and tags.',
  'GET unchanged (304)':
    'On a faster machine, where it takes 20 µs: half is the connection; the rest is finding sandbox, user and route, and the entry in the journal.',
  'PUT of one property': writes,
  'POST of an asset': writes,
  'DELETE of one of those': writes,
  'page of 20 with two levels of relations, by GraphQL':
    'In a profile of a warm server, executing the query takes half of a request, most of it in graphql-js, which map runs as well, and JSON.stringify a twelfth; the rest is the connection, user and route, the body, limits, the journal and garbage collection. The first 1,500 requests took 1.3 to 1.8 times as long as later ones, so that part of the ratio is the time until V8 has optimised the code.',
  'seconds until the first response':
    'Compiling 2.7 MB of code, creating the 2,600 schemas that routes declare, inserting entities into trees and indexes, and garbage collection take most of a start. With 100,000 entities, generating them does; meanwhile the probes and the console’s files answer, first after 0.7 s.',
  'a request in a page':
    'On a faster machine, where it takes 0.19 ms: a constant response takes 0.05 (a `Response`, created and read) and the service 0.02 to 0.06; the rest, the conversion of Fetch objects to requests and back, was not broken down.',
  'the same, with its own sandbox on the server':
    'The worker sends the server a request that creates the sandbox and one that deletes it, some 10 ms of a test of 80; where a test of a constant took 270 ms, the ratio was 1.0.',
  'milliseconds of a frame (p95)':
    'The requests cost little (during them, a list at rest has frames of 17 ms, as a plain page has while it scrolls). Of the time of a frame, scripts are a quarter, layout and styles a tenth, and the rest is painting, here without a graphics processor: without the thumbnails there are nearly twice as many frames a second.',
  p99: 'What outlives a request (journal, history, cached replies) is copied twice by garbage collection, in pauses of 2 to 8 ms; map retains nothing new. A larger young generation (`--max-semi-space-size` of 32 and 64 MiB on the command line) made neither cached reads nor PUTs of 1,000 entities faster, nor their p99 lower, on a busy machine; it was not tried with 100,000.',
  'copy of an entity':
    'Each of the 11 targets is a separate record, with identifier, unique values and indexes, as after a POST. In addition, each is added to the lists of the entities it refers to, which are copied as a whole and hold thousands of ids where many refer to the same entity.',
  'memory after all requests':
    'Live memory grows little: at 20,000 entities, 600 requests of every kind take the live heap from 74 to 92 MiB, and the bytes of cached replies, bodies and journal from 0 to 16 MiB (at most 256 for journal, cached replies and what changes replaced), but resident memory from 182 to 270 MiB: the difference is room that V8 leaves between collections of its old generation. At 100,000 the parts were not broken down.',
}

/** Undefined if the reason is unknown. */
export function whyMissed(name: string): string | undefined {
  return Object.entries(reasons).find(([row]) => name.startsWith(row))?.[1]
}
