import { type Decision, decision } from '../../http/declaration/source.ts'

/** Decisions for every route. Those about one route are in its declaration. */
export const everywhere: readonly Decision[] = [
  decision('Links are absolute: they have the host of the request and the sandbox’s path prefix.'),
  decision(
    '400 is an object of member name to message, a dotted path below the first level; every other error is {"Message": ...}. A rejected request has no effect.',
    '7.3',
  ),
  decision(
    'Malformed JSON is 400, a body over 10 MiB 413, another content type 415, another method on a known path 405 with Allow, an unknown path 404 with the nearest route, a path of the real service that is not implemented 501.',
    '7.3 and 8.2',
  ),
  decision(
    'ETag is strong and derived from the content; a matching If-None-Match returns 304, a stale If-Match on PUT or DELETE 412. HEAD is GET without the body.',
  ),
  decision('Date is the time of the sandbox’s clock, like all other times.'),
  decision(
    'Paths, query parameters, JSON members, enum values and the names of definitions, members and option lists are accepted in any letter case, members and parameters with or without underscores. Of two members that differ only in that, the one spelled exactly takes precedence. Values are compared exactly; responses keep the stored spelling.',
  ),
  decision(
    'A path outside the service is 404 as JSON with the nearest route; if a browser navigates to it, it is a page of the console.',
  ),
  decision(
    'Pages of any origin may read /api, with credentials, unless --cors restricts it; pages of the server’s own origin, of this machine and of its network may change data, those of other origins only if --cors includes them.',
  ),
  decision('Rate limits are off unless rateLimit or a fault sets one: 429 with Retry-After.', '8.2'),
  decision(
    'A token is sent as Authorization: Bearer or X-Auth-Token. Ready-made ones are sandbox-admin, sandbox-editor and sandbox-reader.',
    '5.4',
  ),
  decision(
    'An invalid token is rejected with 401 except on open routes. A request without credentials is made as the acting user (editor, or the one set by PUT /__sandbox/user); with --auth required it is rejected with 401.',
    '5.4',
  ),
  decision('Readers may not write: 403.', '5.4'),
]
