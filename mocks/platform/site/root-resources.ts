/** A resource to which the root links: its path or URI template (RFC 6570), and the title of the link. */
interface Resource {
  readonly path: string
  readonly title: string
}

const entityOptions = 'members,groups,renditions,nestedRelations,loadPermissions'
/** The query parameters of lists of entities, apart from those of paging. */
export const listOptions = 'members,renditions,nestedRelations,culture,sort,order,sortCulture'
const definitionOptions = 'includeConditionalMembers,loadPermissions,after'

/**
 * Every resource by the name that existing clients look up. Clients use these templates to parse ids and names from
 * other links, so the paths of links must match them.
 */
export const resources = {
  entities: { path: '/api/entities', title: 'Create an entity' },
  entity_by_id: {
    path: `/api/entities/{id}{?culture,cultures,${entityOptions}}`,
    title: 'An entity by its id',
  },
  entity_by_identifier: {
    path: `/api/entities/identifier/{identifier}{?culture,${entityOptions}}`,
    title: 'An entity by its identifier',
  },
  entity_relation_by_name: { path: '/api/entities/{id}/relations/{name}', title: 'A relation of an entity' },
  entities_by_query: {
    path: `/api/entities/query{?query,skip,take,${listOptions}}`,
    title: 'Entities by a query',
  },
  entities_by_SearchAfter: {
    path: `/api/entities/searchAfter{?query,take,${listOptions},searchAfter}`,
    title: 'Any number of entities by a query',
  },
  entities_by_definition: {
    path: `/api/entitydefinitions/{name}/entities{?skip,take,${listOptions}}`,
    title: 'Entities of a definition',
  },
  graphql_preview: { path: '/api/graphql/preview/v1', title: 'Read by GraphQL' },
  copy: { path: '/api/entities/{id}/copy', title: 'Copy an entity' },
  entitydefinitions: {
    path:
      '/api/entitydefinitions{?skip,take,filter,definitionsToLoad,definitionsToLoadByName,definitionsToLoadById,viewMode,' +
      'loadPermissions,includeConditionalMembers,excludeTaxonomyDefinitions,excludeSystemOwnedDefinitions,excludeLightDefinitions}',
    title: 'Entity definitions',
  },
  entitydefinition_by_name: {
    path: `/api/entitydefinitions/{name}{?${definitionOptions}}`,
    title: 'An entity definition by its name',
  },
  entitydefinition_by_id: {
    path: `/api/entitydefinitions/{id}{?${definitionOptions}}`,
    title: 'An entity definition by its id',
  },
  entitydefinition_by_name_v2: {
    path: `/api/entitydefinitions/name/{name}{?${definitionOptions}}`,
    title: 'An entity definition by its name',
  },
  notifications: { path: '/api/notifications', title: 'Notifications of the current user' },
  send_notification: { path: '/api/notifications/{type}', title: 'Send a notification' },
  send_confirmation_email: {
    path: '/api/account/{userId}/sendconfirmationemail',
    title: "Confirm a user's e-mail address",
  },
  set_user_password: { path: '/api/account/{userId}/setpassword', title: "Set a user's password" },
  reset_password: { path: '/api/account/{userId}/resetpassword', title: "Reset a user's password" },
  datasources: { path: '/api/datasources', title: 'Option lists' },
  datasource_by_name: { path: '/api/datasources/{name}{?after}', title: 'An option list by its name' },
  permissions_for_entity: {
    path: '/api/entities/{id}/permissions',
    title: 'Permissions of the current user on an entity',
  },
  explain_permissions: {
    path: '/api/entities/{id}/permissions/{userId}',
    title: 'Permissions of a user on an entity, with the policies that grant them',
  },
  policy_by_id: { path: '/api/policies/{id}', title: 'The policy of a user or user group' },
  settings: { path: '/api/settings{?skip,take}', title: 'Settings' },
  settings_by_category: { path: '/api/settings/{category}{?skip,take}', title: 'Settings of a category' },
  fetchjobs: { path: '/api/fetchjobs{?skip,take}', title: 'Jobs that fetch files' },
  fetchjobs_by_id: { path: '/api/fetchjobs/{id}', title: 'A job that fetches files' },
  users: { path: '/api/users{?skip,take}', title: 'Users' },
  user_by_id: { path: '/api/users/{id}', title: 'A user by its id' },
  userProfile: { path: '/api/userProfile', title: 'The calling user' },
  usergroups: { path: '/api/usergroups{?skip,take}', title: 'User groups' },
  usergroup_by_id: { path: '/api/usergroups/{id}', title: 'A user group by its id' },
  setting_by_name: { path: '/api/settings/{category}/{name}', title: 'A setting by its category and name' },
  commands: { path: '/api/commands/{folder}/{command}', title: 'Run a command' },
  roles: { path: '/api/roles', title: 'Roles' },
  roles_for_entity: { path: '/api/entities/{id}/roles', title: 'Roles on an entity' },
  all_roles_for_entity: {
    path: '/api/entities/{id}/allroles',
    title: 'Roles on an entity, including inherited ones',
  },
  authenticate: { path: '/api/authenticate', title: 'Sign in with name and password' },
  renditions_by_id: { path: '/api/entities/{id}/renditions', title: 'Renditions of an entity' },
  renditions_by_id_v2: { path: '/api/entities/{id}/v2.0/renditions', title: 'Renditions of an entity' },
  gateway_by_id: { path: '/api/gateway/id/{id}/{rendition}', title: 'A rendition of an entity' },
  gateway_by_identifier: {
    path: '/api/gateway/identifier/{identifier}/{rendition}',
    title: 'A rendition of an entity by its identifier',
  },
  status: { path: '/api/status', title: 'The status of the service' },
  get_status: { path: '/api/status', title: 'The status of the service' },
  search: { path: '/api/search', title: 'Search entities' },
  remove_search_filters: { path: '/api/search/remove', title: 'Search again without a filter' },
  allfacets: { path: '/api/search/allfacets', title: 'Number of hits by every facet' },
  upload: { path: '/api/v2.0/upload', title: 'Announce an upload' },
  upload_finalize: { path: '/api/v2.0/upload/finalize', title: 'Complete an upload' },
  aggregates: {
    path: '/api/aggregates/{name}/{id}{?culture,loadPermissions,loadSettings,loadOptionLists,loadDefinitions,loadEntities}',
    title: 'An entity with its definition, option lists, related entities and settings',
  },
  page_by_identifier: {
    path: '/api/pages/{identifier}{?culture,entityId}',
    title: 'A page by its identifier',
  },
  allsavedselections: { path: '/api/savedselections{?skip,take}', title: 'Saved selections' },
  savedselections: {
    path: '/api/savedselections/searchcomponent/{searchIdentifier}{?savedSelectionType,fullText,skip,take,sort,order,sortCulture}',
    title: 'Saved selections of a search',
  },
  download_orders: { path: '/api/downloadorders{?skip,take}', title: 'Download orders' },
  related_paths_by_definition: {
    path: '/api/entitydefinitions/{name}/relatedpaths{?skip,take}',
    title: 'Paths of the entities of a definition',
  },
  page_by_id: { path: '/api/pages/{id}{?culture,entityId}', title: 'A page by its id' },
} as const satisfies Record<string, Resource>
