import type { Translations } from './translations.ts'

export const collectionNames: readonly Translations[] = [
  'Homepage pictures | Beelden voor de homepage | Bilder für die Startseite',
  'For the press | Voor de pers | Für die Presse',
  'Makers at work | Makers aan het werk | Handwerk in Aktion',
  'By the sea | Aan zee | Am Meer',
  'City walks | Stadswandelingen | Stadtspaziergänge',
  'Quiet rooms | Stille kamers | Stille Räume',
  'Packshots on white | Productfoto’s op wit | Produktfotos auf Weiß',
  'Newsletter headers | Koppen voor de nieuwsbrief | Newsletter-Kopfbilder',
  'Annual report | Jaarverslag | Jahresbericht',
  'Shop windows | Etalages | Schaufenster',
]

export const collectionNotes: readonly Translations[] = [
  'Only approved material. | Alleen goedgekeurd materiaal. | Nur freigegebenes Material.',
  'Please ask before adding to this collection. | Overleg voordat u iets toevoegt. | Bitte vor dem Hinzufügen nachfragen.',
  'Renewed every season. | Wordt elk seizoen vernieuwd. | Wird jede Saison erneuert.',
  'Cleared for all markets. | Vrijgegeven voor alle markten. | Für alle Märkte freigegeben.',
]

export const searches: readonly {
  name: Translations
  criteria: { definition: string; filters: { member: string; operator: string; value: string | boolean }[] }
}[] = [
  search('Assets to review | Te beoordelen bestanden | Zu prüfende Assets', 'M.Asset', 'Status', 'review'),
  search('Films | Films | Filme', 'M.Asset', 'Media', 'video'),
  search('Open tasks | Openstaande taken | Offene Aufgaben', 'M.Task', 'IsDone', false),
  search('Running campaigns | Lopende campagnes | Laufende Kampagnen', 'M.Campaign', 'Status', 'running'),
  search(
    'Discontinued products | Uitgelopen producten | Ausgelaufene Produkte',
    'M.Product',
    'Availability',
    'discontinued',
  ),
  search('Bestsellers | Bestsellers | Bestseller', 'M.Product', 'IsBestseller', true),
  search('Archived pictures | Gearchiveerde beelden | Archivierte Bilder', 'M.Asset', 'Status', 'archived'),
]

function search(
  name: Translations,
  definition: string,
  member: string,
  value: string | boolean,
): (typeof searches)[number] {
  return { name, criteria: { definition, filters: [{ member, operator: 'Equals', value }] } }
}
