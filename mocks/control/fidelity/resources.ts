import { decided, documented, settled, type Topic } from './statement.ts'

/** The resources of the interface. */
export const resourceTopics: readonly Topic[] = [
  {
    name: 'Entities',
    statements: [
      documented(
        '4.1.1 to 4.1.8',
        'POST creates and answers 201 with Location; PUT and DELETE answer 204; GET and HEAD answer 200 with ETag.',
      ),
      documented(
        '4.2.1 to 4.2.3',
        'A body with an id or an identifier is an upsert; by id it answers Location, by identifier X-Global-Identifier.',
      ),
      documented('4.2.4', 'Relations are taken on create only when nested.'),
      documented(
        '4.1.4 and 4.1.5',
        'PUT ignores id, relations and self; by id it ignores entitydefinition too.',
      ),
      documented('1.7 and 9.2', 'LOCK and UNLOCK are no longer supported.'),
      decided(
        'An id of 0 or less counts as absent. An upsert answers 201 with Location in every case. An id and an identifier of two entities: 400.',
      ),
      decided(
        'PUT and upserts change the properties they name; null clears; multi-language values are merged by culture.',
      ),
      decided(
        'Unknown properties, wrong types, cleared mandatory properties and duplicate unique values are 400, each named.',
      ),
      decided(
        'So are dates that the calendar does not have, whole numbers beyond 2^53 (JSON rounds them), and cultures that are no language tags.',
      ),
      decided('An identifier has letters, digits, ".", "_" and "-", and is not dots alone.'),
      decided(
        'On PUT by identifier entitydefinition may be left out; another one than the entity has is 400.',
      ),
      decided(
        'Nested relations are parent, parents, child or children, empty ones included. A bare link is 400, unless it is the entity’s own.',
      ),
      decided(
        'On PUT a relation whose self names this entity’s own relation resource is applied, as existing clients save relations that way.',
      ),
      decided(
        'GET takes culture, cultures, members, groups, nestedRelations and renditions as comma lists of names, and loadPermissions.',
      ),
    ],
  },
  {
    name: 'Relations',
    statements: [
      documented('2.2.4', 'On GET a relation is a link to /api/entities/{id}/relations/{name}.'),
      decided(
        'That resource takes GET, HEAD and PUT; PUT replaces the references in the order given. Unknown ids or ids of another definition are 400.',
      ),
      decided(
        'Both ends always agree, cardinality holds, and deleting an entity removes its references everywhere.',
      ),
    ],
  },
  {
    name: 'Entity definitions',
    statements: [
      documented('2.2.6', 'An entity links to its definition at /api/entitydefinitions/{name}.'),
      settled(
        '2.2.7',
        'Definitions are listed, read, created, replaced and deleted in the shape that existing clients read.',
      ),
      decided('A definition’s name has letters, digits, ".", "_" and "-", and is not digits or dots alone.'),
      decided(
        'A validation expression runs as a JavaScript regular expression, for as long as it takes; one of another dialect is not checked.',
      ),
    ],
  },
  {
    name: 'Queries',
    statements: [
      decided(
        'Entities are found by GET and POST /api/entities/query, POST /api/entities/searchAfter and GET /api/entitydefinitions/{name}/entities.',
      ),
      decided(
        'Equals and NotEquals compare exactly; Contains, StartsWith and EndsWith ignore letter case. A broken expression is 400 with its position.',
      ),
      decided('POST /api/search finds entities by full text, with facets.'),
    ],
  },
  {
    name: 'Copy',
    statements: [
      documented(
        '4.3.1 to 4.3.4',
        'The target is a new entity or the destination; the identifier of a profile goes before its id, and options before both.',
      ),
      documented(
        '4.3.5 and 4.3.6',
        'Keep, Remove, Copy, Overwrite, Append and Ignore for relations; Keep, Remove, Overwrite and Ignore for properties.',
      ),
      settled(
        '4.3.8',
        'A new target answers 201, an existing one 200, both with Location and {id, identifier, self}. All or nothing, at most 1,000 entities.',
      ),
      decided(
        'What is not named: properties Keep; relations Keep where the reference can be shared, else Ignore.',
      ),
      decided('Keeping or appending what would take children away from the source is 400 and suggests Copy.'),
      decided(
        'A copy profile is an entity of definition M.CopyProfile. Unknown profiles and destinations are 400.',
      ),
      decided('Unique properties and identifiers are not copied.'),
    ],
  },
  {
    name: 'Status',
    statements: [
      documented(
        '5.1 and 5.2',
        'GET /api/status is open to all; every other status resource needs an administrator.',
      ),
      documented(
        '2.5.1 and 2.6.1',
        'The status index and the hierarchical service status, in their documented shapes.',
      ),
      documented('3.2', 'Yellow returns to Green by itself.'),
      documented('7.2', 'The HTTP status of a status resource says nothing about health.'),
      settled(
        '3.3',
        'The aggregated label is the worst of a service and everything below it. Yellow recovers after 30 seconds, unless it is held; Orange and Red stay.',
      ),
      documented('2.6.3', 'The colour code is case insensitive: it is taken in any letter case.'),
      decided(
        'It is written Green, Yellow, Orange and Red; PUT /__sandbox/label-case writes it in capitals or small letters.',
      ),
      decided('HEAD and every other method are 405 with Allow: GET.'),
      settled(
        '2.6.4 and 4.4.13',
        'The statistics resources have shapes of our own, which agree with the health of their component.',
      ),
    ],
  },
  {
    name: 'Notifications',
    statements: [
      documented(
        '4.5.1',
        'GET /api/notifications answers the notifications that apply to the current user, with items and total_items.',
      ),
      settled(
        '4.5.4',
        'The list holds the user’s own and those owned by nobody. PUT there, or on /api/notifications/{id}, changes is_checked of channels and answers 204.',
      ),
      settled(
        '2.4.4',
        'POST /api/notifications/{type} sends one, of any type, to its recipients or to everyone. There are no channels but the two.',
      ),
    ],
  },
]
