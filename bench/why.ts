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
    'Of 450 ms on the machine of this table, an empty server takes 137; compiling 2.7 MB of code 50 to 70, of which 1.1 are the entities of the start, as text (Node keeps compiled code from start to start from 22.8 on); making the 2,600 schemas that routes declare 40, and checking the first records by them 10; parsing the entities 9; putting them into trees and indexes 20; finding and linking 40 modules 25; the collection of garbage 45; the router 6. The rest was not told apart.',
  'a request in a page':
    'Of 0.19 ms, a constant answer takes 0.05 (a `Response`, made and read) and the service 0.02 to 0.06; what else turns Fetch objects into requests and answers back was not told apart.',
  'milliseconds of 95 of 100 frames':
    'The requests cost little (a list at rest has frames of 17 ms beside them, a plain page scrolls so). Of the time that a frame takes the page, scripts are a quarter, layout and styles a tenth, and the rest is painting, here without a graphics processor: without the thumbnails a second has nearly twice as many frames.',
  p99: 'What outlives a request (journal, history, kept answers) is copied twice by the collection of garbage, in pauses of 2 to 8 ms; map keeps nothing that it did not have. A larger young generation, which is collected less often, can only be given on the command line of Node (`--max-semi-space-size`): set once it runs, the option has no effect, and a second Node would cost the start 70 ms.',
  'copy of an entity':
    'Each of the 11 targets is a record of its own, with identifier, unique values and indexes, as after a POST. Besides, each is put on the lists of what it refers to, which are copied whole and hold thousands of ids where many refer to the same.',
  'memory after all this':
    'What is held grows little: at 20,000 entities, 600 requests of every kind take the live heap from 74 to 92 MiB, and the bytes of kept answers, bodies and journal from 0 to 16 MiB (at most 64 for the journal, 4,000 answers of some 2 KiB, and 256 for what changes replaced), but what is resident from 182 to 270 MiB: the difference is room that V8 leaves itself between collections of its old generation. At 100,000 the parts were not told apart.',
}

/** Undefined where nobody has looked yet. */
export function whyMissed(name: string): string | undefined {
  return Object.entries(reasons).find(([row]) => name.startsWith(row))?.[1]
}
