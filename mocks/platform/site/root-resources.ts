/** A resource to which the root links: its path or URI template (RFC 6570), and the title of the link. */
type Resource = readonly [path: string, title: string]

const entityOptions = 'members,groups,renditions,nestedRelations,loadPermissions'
/** The query parameters of lists of entities, apart from those of paging. */
export const listOptions = 'members,renditions,nestedRelations,culture,sort,order,sortCulture'
const definitionOptions = 'includeConditionalMembers,loadPermissions,after'

/**
 * Every resource by the name that existing clients look up. Clients use these templates to parse ids and names from
 * other links, so the paths of links must match them.
 */
export const resources = {
  entities: ['/api/entities', 'Create an entity'],
  entity_by_id: [`/api/entities/{id}{?culture,cultures,${entityOptions}}`, 'An entity by its id'],
  entity_by_identifier: [
    `/api/entities/identifier/{identifier}{?culture,${entityOptions}}`,
    'An entity by its identifier',
  ],
  entity_relation_by_name: ['/api/entities/{id}/relations/{name}', 'A relation of an entity'],
  entities_by_query: [`/api/entities/query{?query,skip,take,${listOptions}}`, 'Entities by a query'],
  entities_by_SearchAfter: [
    `/api/entities/searchAfter{?query,take,${listOptions},searchAfter}`,
    'Any number of entities by a query',
  ],
  entities_by_scroll: [
    `/api/entities/scroll{?query,identifier,take,${listOptions}}`,
    'All entities of a query, page by page',
  ],
  entities_by_definition: [
    `/api/entitydefinitions/{name}/entities{?skip,take,${listOptions}}`,
    'Entities of a definition',
  ],
  graphql_preview: ['/api/graphql/preview/v1', 'Read by GraphQL'],
  copy: ['/api/entities/{id}/copy', 'Copy an entity'],
  entitydefinitions: [
    '/api/entitydefinitions{?skip,take,filter,definitionsToLoad,definitionsToLoadByName,definitionsToLoadById,viewMode,' +
      'loadPermissions,includeConditionalMembers,excludeTaxonomyDefinitions,excludeSystemOwnedDefinitions,excludeLightDefinitions}',
    'Entity definitions',
  ],
  entitydefinition_by_name: [
    `/api/entitydefinitions/{name}{?${definitionOptions}}`,
    'An entity definition by its name',
  ],
  entitydefinition_by_id: [
    `/api/entitydefinitions/{id}{?${definitionOptions}}`,
    'An entity definition by its id',
  ],
  entitydefinition_by_name_v2: [
    `/api/entitydefinitions/name/{name}{?${definitionOptions}}`,
    'An entity definition by its name',
  ],
  notifications: ['/api/notifications', 'Notifications of the current user'],
  send_notification: ['/api/notifications/{type}', 'Send a notification'],
  send_confirmation_email: ['/api/account/{userId}/sendconfirmationemail', "Confirm a user's e-mail address"],
  set_user_password: ['/api/account/{userId}/setpassword', "Set a user's password"],
  reset_password: ['/api/account/{userId}/resetpassword', "Reset a user's password"],
  datasources: ['/api/datasources', 'Option lists'],
  datasource_by_name: ['/api/datasources/{name}{?after}', 'An option list by its name'],
  permissions_for_entity: ['/api/entities/{id}/permissions', 'Permissions of the current user on an entity'],
  explain_permissions: [
    '/api/entities/{id}/permissions/{userId}',
    'Permissions of a user on an entity, with the policies that grant them',
  ],
  policy_by_id: ['/api/policies/{id}', 'The policy of a user or user group'],
  settings: ['/api/settings{?skip,take}', 'Settings'],
  settings_by_category: ['/api/settings/{category}{?skip,take}', 'Settings of a category'],
  fetchjobs: ['/api/fetchjobs{?skip,take}', 'Jobs that fetch files'],
  fetchjobs_by_id: ['/api/fetchjobs/{id}', 'A job that fetches files'],
  users: ['/api/users{?skip,take}', 'Users'],
  user_by_id: ['/api/users/{id}', 'A user by its id'],
  userProfile: ['/api/userProfile', 'The calling user'],
  usergroups: ['/api/usergroups{?skip,take}', 'User groups'],
  usergroup_by_id: ['/api/usergroups/{id}', 'A user group by its id'],
  setting_by_name: ['/api/settings/{category}/{name}', 'A setting by its category and name'],
  commands: ['/api/commands/{folder}/{command}', 'Run a command'],
  execute_script: ['/api/scripts/{script}/execute', 'Run a script'],
  roles: ['/api/roles', 'Roles'],
  roles_for_entity: ['/api/entities/{id}/roles', 'Roles on an entity'],
  all_roles_for_entity: ['/api/entities/{id}/allroles', 'Roles on an entity, including inherited ones'],
  authenticate: ['/api/authenticate', 'Sign in with name and password'],
  renditions_by_id: ['/api/entities/{id}/renditions', 'Renditions of an entity'],
  renditions_by_id_v2: ['/api/entities/{id}/v2.0/renditions', 'Renditions of an entity'],
  gateway_by_id: ['/api/gateway/id/{id}/{rendition}', 'A rendition of an entity'],
  gateway_by_identifier: [
    '/api/gateway/identifier/{identifier}/{rendition}',
    'A rendition of an entity by its identifier',
  ],
  status: ['/api/status', 'The status of the service'],
  get_status: ['/api/status', 'The status of the service'],
  search: ['/api/search', 'Search entities'],
  remove_search_filters: ['/api/search/remove', 'Search again without a filter'],
  allfacets: ['/api/search/allfacets', 'Number of hits by every facet'],
  upload: ['/api/v2.0/upload', 'Announce an upload'],
  upload_finalize: ['/api/v2.0/upload/finalize', 'Complete an upload'],
  aggregates: [
    '/api/aggregates/{name}/{id}{?culture,loadPermissions,loadSettings,loadOptionLists,loadDefinitions,loadEntities}',
    'An entity with its definition, option lists, related entities and settings',
  ],
  page_by_identifier: ['/api/pages/{identifier}{?culture,entityId}', 'A page by its identifier'],
  allsavedselections: ['/api/savedselections{?skip,take}', 'Saved selections'],
  savedselections: [
    '/api/savedselections/searchcomponent/{searchIdentifier}{?savedSelectionType,fullText,skip,take,sort,order,sortCulture}',
    'Saved selections of a search',
  ],
  download_orders: ['/api/downloadorders{?skip,take}', 'Download orders'],
  related_paths_by_definition: [
    '/api/entitydefinitions/{name}/relatedpaths{?skip,take}',
    'Paths of the entities of a definition',
  ],
  page_by_id: ['/api/pages/{id}{?culture,entityId}', 'A page by its id'],
} as const satisfies Record<string, Resource>
