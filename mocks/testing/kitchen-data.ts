import type { OptionList } from '../data/model/definitions/definition.ts'
import { define, entity, relationEnd } from './records.ts'

/**
 * Data for tests of rules: dishes on menus, with every kind of property and relation. Unlike the generated data, it does
 * not change.
 */
export const dish = {
  soup: 1001,
  bread: 1002,
  salad: 1003,
} as const
export const menu = { lunch: 2001, dinner: 2002 } as const
export const tag = { warm: 3001, quick: 3002, cheap: 3003 } as const
export const recipe = { leekSoup: 4001, ryeBread: 4002 } as const

const courses: OptionList = {
  name: 'Courses',
  labels: { 'en-US': 'Courses' },
  type: 'Flat',
  is_system_owned: false,
  values: [
    { identifier: 'starter', labels: { 'en-US': 'Starter', 'nl-NL': 'Voorgerecht' } },
    { identifier: 'main', labels: { 'en-US': 'Main course', 'nl-NL': 'Hoofdgerecht' } },
  ],
}

const definitions = [
  define(101, 'T.Dish', [
    { type: 'String', name: 'Title', is_mandatory: true },
    { type: 'String', name: 'Code', is_unique: true, validation_expression: '^[A-Z]{2}-\\d+$' },
    { type: 'String', name: 'Story', is_multilanguage: true },
    { type: 'Integer', name: 'Servings' },
    { type: 'Long', name: 'Sold' },
    { type: 'Decimal', name: 'Price' },
    { type: 'Boolean', name: 'Vegan' },
    { type: 'DateTime', name: 'CookedOn' },
    { type: 'DateTimeOffset', name: 'ServedAt' },
    { type: 'Json', name: 'Extra' },
    { type: 'String', name: 'Course', datasource: 'Courses' },
    { type: 'String', name: 'Aliases', is_multivalue: true },
    relationEnd('MenuToDish', 'Child', 'OneToMany', 'T.Menu'),
    relationEnd('TagToDish', 'Child', 'ManyToMany', 'T.Tag'),
    relationEnd('DishToRecipe', 'Parent', 'OneToOne', 'T.Recipe'),
    relationEnd('DishToSide', 'Parent', 'OneToMany', 'T.Dish'),
    relationEnd('DishToSide', 'Child', 'OneToMany', 'T.Dish'),
  ]),
  define(102, 'T.Menu', [{ type: 'String', name: 'Name' }]),
  define(103, 'T.Tag', [{ type: 'String', name: 'Name', is_multilanguage: true }]),
  define(104, 'T.Recipe', [{ type: 'String', name: 'Steps' }]),
]

const entities = [
  entity(dish.soup, 'T.Dish', {
    identifier: 'leek-soup',
    cultures: ['en-US', 'nl-NL'],
    properties: {
      Title: 'Leek soup',
      Code: 'SO-1',
      Story: { 'en-US': 'Wash the leeks.', 'nl-NL': 'Was de prei.' },
      Servings: 4,
      Vegan: true,
      Course: 'starter',
      Aliases: ['Potage'],
      Extra: { k: 1 },
    },
    relations: {
      MenuToDish: { parents: [menu.lunch] },
      TagToDish: { parents: [tag.warm, tag.quick] },
      DishToRecipe: { children: [recipe.leekSoup] },
      DishToSide: { children: [dish.bread] },
    },
  }),
  entity(dish.bread, 'T.Dish', {
    properties: { Title: 'Rye bread' },
    relations: { DishToSide: { parents: [dish.soup] }, MenuToDish: { parents: [menu.lunch] } },
  }),
  entity(dish.salad, 'T.Dish', { properties: { Title: 'Green salad', Servings: 2 } }),
  entity(menu.lunch, 'T.Menu', {
    properties: { Name: 'Lunch' },
    relations: { MenuToDish: { children: [dish.soup, dish.bread] } },
  }),
  entity(menu.dinner, 'T.Menu', { properties: { Name: 'Dinner' } }),
  entity(tag.warm, 'T.Tag', { relations: { TagToDish: { children: [dish.soup] } } }),
  entity(tag.quick, 'T.Tag', { relations: { TagToDish: { children: [dish.soup] } } }),
  entity(tag.cheap, 'T.Tag', {}),
  entity(recipe.leekSoup, 'T.Recipe', { relations: { DishToRecipe: { parents: [dish.soup] } } }),
  entity(recipe.ryeBread, 'T.Recipe', {}),
]

/** The kitchen data, as options of `createSandbox()`. */
export const kitchen = { definitions, optionLists: [courses], data: entities }
