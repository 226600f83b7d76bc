import { say } from './builder.ts'
import type { FixedEntity } from './fixed-entity.ts'

type AssetTypeRow = [name: string, label: string, ...extensions: string[]]

const assetTypeRows: AssetTypeRow[] = [
  ['Photo', 'Photo | Foto | Foto', 'jpg', 'tif'],
  ['Packshot', 'Packshot | Productfoto | Produktfoto', 'png', 'jpg'],
  ['Illustration', 'Illustration | Illustratie | Illustration', 'svg', 'ai'],
  ['Logo', 'Logo | Logo | Logo', 'svg', 'eps'],
  ['Video', 'Video | Video | Video', 'mp4', 'mov'],
  ['Audio', 'Audio | Geluid | Audio', 'mp3', 'wav'],
  ['Brochure', 'Brochure | Brochure | Broschüre', 'pdf'],
  ['Presentation', 'Presentation | Presentatie | Präsentation', 'pptx'],
]

export const assetTypes = assetTypeRows.map(([name, label, ...extensions], index): FixedEntity => ({
  id: 100 + index,
  identifier: `M.AssetType.${name}`,
  definition: 'M.AssetType',
  properties: { Label: say(label), Extensions: extensions, SortOrder: index + 1 },
}))

/** The states that assets go through. */
const statusRows: [value: string, label: string][] = [
  ['Created', 'Created | Aangemaakt | Erstellt'],
  ['UnderReview', 'Under review | In beoordeling | In Prüfung'],
  ['Approved', 'Approved | Goedgekeurd | Freigegeben'],
  ['Rejected', 'Rejected | Afgekeurd | Abgelehnt'],
  ['Archived', 'Archived | Gearchiveerd | Archiviert'],
]

export const lifecycleStatuses = statusRows.map(([value, label], index): FixedEntity => ({
  id: 150 + index,
  identifier: `M.Final.LifeCycle.Status.${value}`,
  definition: 'M.Final.LifeCycle.Status',
  properties: { StatusValue: value, StatusLabel: say(label) },
}))

export const contentRepositories: FixedEntity[] = [
  {
    id: 160,
    identifier: 'M.Content.Repository.Standard',
    definition: 'M.Content.Repository',
    properties: { ClassificationName: say('Standard | Standaard | Standard') },
  },
]

type MarketRow = [code: string, label: string, currency: string, ...languages: string[]]

const marketRows: MarketRow[] = [
  ['NL', 'Netherlands | Nederland | Niederlande', 'EUR', 'nl-NL'],
  ['BE', 'Belgium | België | Belgien', 'EUR', 'nl-BE', 'fr-BE'],
  ['DE', 'Germany | Duitsland | Deutschland', 'EUR', 'de-DE'],
  ['AT', 'Austria | Oostenrijk | Österreich', 'EUR', 'de-AT'],
  ['CH', 'Switzerland | Zwitserland | Schweiz', 'CHF', 'de-CH', 'fr-CH'],
  ['FR', 'France | Frankrijk | Frankreich', 'EUR', 'fr-FR'],
  ['GB', 'United Kingdom | Verenigd Koninkrijk | Vereinigtes Königreich', 'GBP', 'en-GB'],
  ['DK', 'Denmark | Denemarken | Dänemark', 'DKK', 'da-DK'],
  ['SE', 'Sweden | Zweden | Schweden', 'SEK', 'sv-SE'],
  ['US', 'United States | Verenigde Staten | Vereinigte Staaten', 'USD', 'en-US'],
]

export const markets = marketRows.map(([code, label, currency, ...languages], index): FixedEntity => ({
  id: 120 + index,
  identifier: `M.Market.${code}`,
  definition: 'M.Market',
  properties: { MarketName: say(label), CountryCode: code, Currency: currency, Languages: languages },
}))

type ChannelRow = [name: string, label: string, isPaid: boolean, maxWidth: number]

const channelRows: ChannelRow[] = [
  ['Website', 'Website | Website | Website', false, 2560],
  ['Newsletter', 'Newsletter | Nieuwsbrief | Newsletter', false, 1200],
  ['Instagram', 'Instagram | Instagram | Instagram', false, 1080],
  ['SocialAds', 'Social ads | Advertenties op sociale media | Social-Media-Anzeigen', true, 1080],
  ['Display', 'Display advertising | Displayadvertenties | Display-Werbung', true, 970],
  ['Print', 'Print | Drukwerk | Print', true, 7016],
  ['Store', 'In store | In de winkel | Im Laden', false, 3840],
]

export const channels = channelRows.map(([name, label, isPaid, maxWidth], index): FixedEntity => ({
  id: 140 + index,
  identifier: `M.Channel.${name}`,
  definition: 'M.Channel',
  properties: { ChannelName: say(label), IsPaid: isPaid, MaxWidth: maxWidth },
}))
