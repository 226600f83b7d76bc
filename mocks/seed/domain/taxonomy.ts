import { definition, group, integer, text } from './builder.ts'

/** How content is sorted. */
export const taxonomy = [
  definition(
    4,
    'M.Tag',
    'Tag | Label | Schlagwort',
    { display_template: '{TagName}', is_taxonomy_item_definition: true, is_light: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('TagName', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
        text('Slug', 'Short name | Korte naam | Kurzname', {
          unique: true,
          validation_expression: '^[a-z0-9]+(-[a-z0-9]+)*$',
        }),
        text('Synonyms', 'Synonyms | Synoniemen | Synonyme', { multiValue: true }),
      ]),
    ],
  ),
  definition(
    7,
    'M.AssetType',
    'Asset type | Bestandssoort | Assettyp',
    { display_template: '{Label}', is_taxonomy_item_definition: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('Label', 'Label | Label | Bezeichnung', { mandatory: true, multiLanguage: true }),
        text('Extensions', 'File extensions | Bestandsextensies | Dateiendungen', { multiValue: true }),
        integer('SortOrder', 'Order | Volgorde | Reihenfolge'),
      ]),
    ],
  ),
  definition(
    17,
    'M.Final.LifeCycle.Status',
    'Lifecycle status | Levenscyclusstatus | Lebenszyklusstatus',
    { display_template: '{StatusLabel}', is_taxonomy_item_definition: true, is_light: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('StatusValue', 'Value | Waarde | Wert', { mandatory: true, unique: true }),
        text('StatusLabel', 'Label | Label | Bezeichnung', { multiLanguage: true }),
      ]),
    ],
  ),
  definition(
    18,
    'M.Content.Repository',
    'Repository | Opslagplaats | Ablage',
    { display_template: '{ClassificationName}', is_taxonomy_item_definition: true, is_light: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('ClassificationName', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
      ]),
    ],
  ),
]
