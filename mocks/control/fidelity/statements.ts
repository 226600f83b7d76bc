import { unmodelled } from '../../http/routing/unmodelled.ts'
import { resourceTopics } from './resources.ts'
import { decided, documented, missing, settled, type Topic } from './statement.ts'

/** What the sandbox does and where that comes from; docs/interface-decisions.md is made from it. */
export const topics: readonly Topic[] = [
  {
    name: 'Everywhere',
    statements: [
      documented(
        '1.1, 4.1.2 and 4.5.1',
        'Bodies are JSON in UTF-8; reads carry Content-Length, Content-Type and ETag.',
      ),
      documented('7.1', '200 for reads, 201 for create, 204 for update and delete.'),
      decided('Links are absolute, made from the host the request came to and the sandbox’s path prefix.'),
      settled(
        '7.3',
        '400 is an object of member name to message, a dotted path below the first level; every other error is {"Message": ...}. Nothing of a refused request is applied.',
      ),
      settled(
        '7.3 and 8.2',
        'Malformed JSON is 400, a body over 10 MiB 413, another content type 415, another method on a known path 405 with Allow, an unknown path 404 with the nearest route.',
      ),
      decided(
        'ETag is strong and follows from the content; If-None-Match answers 304, a stale If-Match on PUT or DELETE 412. HEAD is GET without the body.',
      ),
      decided(
        'Paths, query parameters, JSON members, names of closed sets, of definitions, members and option lists are taken in any letter case, members and parameters with or without underscores. Of two members that differ in that only, the exact one counts. Values are compared exactly; answers keep their spelling.',
      ),
      decided(
        'A path outside the service is 404 as JSON with the nearest route, unless a browser goes to it: then it is a page of the console.',
      ),
      decided('Pages of any origin may read what /api answers, with credentials, unless --cors narrows it.'),
      missing(
        'Events: the interface shows none. The sandbox has events of its own under /__sandbox.',
        [],
        '6.1',
      ),
      settled('8.2', 'Rate limits are off unless rateLimit or a fault sets one: 429 with Retry-After.'),
    ],
  },
  {
    name: 'Sign-in',
    statements: [
      documented(
        '5.2 and 5.3',
        'The status resources but the index need an administrator; notifications are those of the calling user.',
      ),
      settled(
        '5.4',
        'POST /oauth/token with password, client_credentials or refresh_token; client sandbox with secret sandbox; a user’s password is its name until another is set.',
      ),
      settled(
        '5.4',
        'A token comes as Authorization: Bearer or X-Auth-Token. Ready-made ones are sandbox-admin, sandbox-editor and sandbox-reader.',
      ),
      settled(
        '5.4',
        'A wrong token is 401 everywhere but on open routes. Without credentials a request comes from the acting user (editor, or as PUT /__sandbox/user says); --auth required makes that 401.',
      ),
      settled('5.4', 'Readers may not write: 403.'),
      missing('Single sign-on and cookies of a signed-in browser.'),
    ],
  },
  ...resourceTopics,
  {
    name: 'Beyond the interface',
    statements: [
      settled(
        '9.3',
        'No path has a version. GET /api names the version that is stood in for, and lists the routes that existing clients look up.',
      ),
      decided(
        'POST /api/entities/query and /api/entities/searchAfter take the filters, sortings and load configurations of existing clients, enums as numbers or names.',
      ),
      decided(
        'Option lists, settings, permissions, policies, accounts, search, uploads, public links and renditions answer as existing clients read them.',
      ),
      decided(
        'A sandbox has the commands it was given. Aggregates have members named after their parameters; pages are the entities of a definition Portal.Page.',
      ),
      decided('Policies are kept and shown; what a request may do follows from the role of its user.'),
      missing('Locks and saved selections: filters on them find nothing.'),
      ...unmodelled.map(({ what, paths }) => missing(what, paths)),
    ],
  },
]
