import { define, entity } from './records.ts'

/** Data in which each expression of the public documentation matches some entities, and does not match others. */

export const ids = {
  food: 1000,
  soups: 1001,
  warm: 1003,
  easy: 1007,
  leekSoup: 1015,
  cooksBook: 1016,
  riceSoup: 1017,
  asset: 1018,
  validLink: 1019,
  permanentLink: 1020,
  expiredLink: 1021,
  cultures: 1022,
  upload: 1023,
  catalog: 1024,
} as const

const string = (name: string, more: object = {}) => ({ type: 'String', name, ...more })
const relation = (name: string, role: 'Parent' | 'Child', other: string, more: object = {}) => ({
  type: 'Relation',
  name,
  role,
  cardinality: 'ManyToMany',
  associated_entitydefinition: other,
  ...more,
})
const hierarchy = { cardinality: 'OneToMany', is_taxonomy_hierarchy_relation: true, is_path_relation: true }

const tagDefinition = {
  ...define(121, 'Demo.Tag', [
    string('TagName'),
    relation('TagToRecipe', 'Parent', 'Demo.Recipe'),
    relation('TagToSelf', 'Parent', 'Demo.Tag', hierarchy),
    relation('TagToSelf', 'Child', 'Demo.Tag', hierarchy),
  ]),
  is_taxonomy_item_definition: true,
  is_path_enabled_definition: true,
}
const kindDefinition = {
  ...define(123, 'Demo.Kind', [string('KindName'), relation('KindToRecipe', 'Parent', 'Demo.Recipe')]),
  is_taxonomy_item_definition: true,
}

const definitions = [
  tagDefinition,
  define(122, 'Demo.Recipe', [
    string('Title'),
    string('Body', { is_multilanguage: true }),
    string('Course', { datasource: 'Demo.Courses' }),
    { type: 'Integer', name: 'Servings' },
    { type: 'Long', name: 'FileBytes' },
    { type: 'Decimal', name: 'Price' },
    { type: 'Decimal', name: 'Ratio' },
    { type: 'Boolean', name: 'Published' },
    { type: 'DateTime', name: 'CookedOn' },
    relation('TagToRecipe', 'Child', 'Demo.Tag'),
    relation('KindToRecipe', 'Child', 'Demo.Kind'),
  ]),
  kindDefinition,
  define(124, 'M.Asset', [string('Title'), relation('AssetToPublicLink', 'Parent', 'M.PublicLink')]),
  define(125, 'M.PublicLink', [
    { type: 'DateTimeOffset', name: 'ExpirationDate' },
    relation('AssetToPublicLink', 'Child', 'M.Asset'),
  ]),
  define(127, 'M.UploadConfiguration', [string('M.UploadConfiguration.Name')]),
  define(128, 'M.Catalog', [string('CatalogName')]),
]

const publicLink = (id: number, properties: Record<string, string>) =>
  entity(id, 'M.PublicLink', { properties, relations: { AssetToPublicLink: { parents: [ids.asset] } } })

const data = [
  entity(ids.food, 'Demo.Tag', { relations: { TagToSelf: { children: [ids.soups] } } }),
  entity(ids.soups, 'Demo.Tag', {
    identifier: 'Demo.Tag.Soup',
    relations: { TagToSelf: { parents: [ids.food], children: [ids.warm] } },
  }),
  entity(ids.warm, 'Demo.Tag', {
    properties: { TagName: 'Warm' },
    relations: { TagToSelf: { parents: [ids.soups] }, TagToRecipe: { children: [ids.leekSoup] } },
  }),
  entity(ids.easy, 'Demo.Kind', { relations: { KindToRecipe: { children: [ids.leekSoup] } } }),
  entity(ids.leekSoup, 'Demo.Recipe', {
    createdBy: 3,
    createdOn: '2013-06-01T00:00:00.000Z',
    modifiedOn: '2013-06-02T00:00:00.000Z',
    properties: {
      Title: 'Leek soup',
      Body: { 'en-US': 'Wash', 'de-DE': 'Waschen' },
      Course: 'main',
      Servings: 4,
      FileBytes: 8_999_999_999,
      Price: 9.95,
      Ratio: -1,
      Published: true,
      CookedOn: '2014-12-13T00:00:00.000Z',
    },
    relations: { TagToRecipe: { parents: [ids.warm] }, KindToRecipe: { parents: [ids.easy] } },
  }),
  entity(ids.cooksBook, 'Demo.Recipe', {
    modifiedBy: 3,
    properties: {
      Title: "Cook's book",
      Servings: 2,
      FileBytes: 9_000_000_000,
      Price: 10,
      Ratio: -1.5,
      Published: false,
      CookedOn: '2015-01-01T00:00:00.000Z',
    },
  }),
  entity(ids.riceSoup, 'Demo.Recipe', { properties: { Title: '', Body: { 'en-US': 'Boil' } } }),
  entity(ids.asset, 'M.Asset', {
    properties: { Title: 'Blueberry' },
    relations: { AssetToPublicLink: { children: [ids.validLink, ids.permanentLink, ids.expiredLink] } },
  }),
  publicLink(ids.validLink, { ExpirationDate: '2024-06-01T00:00:00.000Z' }),
  publicLink(ids.permanentLink, {}),
  publicLink(ids.expiredLink, { ExpirationDate: '2024-04-01T00:00:00.000Z' }),
  entity(ids.cultures, 'M.Setting', { properties: { 'M.Setting.Name': 'Demo.Cultures' } }),
  entity(ids.upload, 'M.UploadConfiguration', {
    properties: { 'M.UploadConfiguration.Name': 'PlainUpload' },
  }),
  entity(ids.catalog, 'M.Catalog', { properties: { CatalogName: 'Spring' } }),
]

const courses = {
  name: 'Demo.Courses',
  labels: {},
  type: 'Flat' as const,
  is_system_owned: false,
  values: [{ identifier: 'main', labels: { 'en-US': 'Main dish' } }],
}

/** The recipe data, as options of `createSandbox()`. */
export const recipes = { definitions, optionLists: [courses], data }
