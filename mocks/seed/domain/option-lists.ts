import { OptionList, type OptionValue } from '../../model/definitions/option-list.ts'
import { builtIn, say } from './builder.ts'

type Branch = [identifier: string, label: string, ...below: Branch[]]

function list(name: string, label: string, ...values: Branch[]): OptionList {
  const type = values.some(([, , ...below]) => below.length > 0) ? 'Hierarchical' : 'Flat'

  return OptionList.parse({ name, labels: say(label), type, values: values.map(valueOf), ...builtIn })
}

function valueOf([identifier, label, ...below]: Branch): OptionValue {
  const value = { identifier, labels: say(label) }

  return below.length > 0 ? { ...value, values: below.map(valueOf) } : value
}

export const optionLists: OptionList[] = [
  list(
    'M.Media',
    'Medium | Medium | Medium',
    ['image', 'Image | Afbeelding | Bild'],
    ['video', 'Video | Video | Video'],
    ['audio', 'Audio | Geluid | Audio'],
    ['document', 'Document | Document | Dokument'],
  ),
  list(
    'M.LifecycleStatus',
    'Lifecycle status | Levenscyclus | Lebenszyklus',
    ['draft', 'Draft | Concept | Entwurf'],
    ['review', 'In review | In beoordeling | In Prüfung'],
    ['approved', 'Approved | Goedgekeurd | Freigegeben'],
    ['archived', 'Archived | Gearchiveerd | Archiviert'],
  ),
  list(
    'M.UsageRights',
    'Usage rights | Gebruiksrechten | Nutzungsrechte',
    ['owned', 'Owned | Eigendom | Eigentum'],
    [
      'licensed',
      'Licensed | In licentie | Lizenziert',
      ['licensed.editorial', 'Editorial use only | Alleen redactioneel | Nur redaktionell'],
      ['licensed.regional', 'Some markets only | Alleen bepaalde markten | Nur bestimmte Märkte'],
      ['licensed.worldwide', 'Worldwide | Wereldwijd | Weltweit'],
    ],
    [
      'open',
      'Open | Open | Offen',
      ['open.cc-by', 'CC BY | CC BY | CC BY'],
      ['open.cc0', 'Public domain | Publiek domein | Gemeinfrei'],
    ],
  ),
  list(
    'M.Colours',
    'Colours | Kleuren | Farben',
    [
      'neutral',
      'Neutral | Neutraal | Neutral',
      ['white', 'White | Wit | Weiß'],
      ['grey', 'Grey | Grijs | Grau'],
      ['black', 'Black | Zwart | Schwarz'],
    ],
    [
      'warm',
      'Warm | Warm | Warm',
      ['red', 'Red | Rood | Rot'],
      ['orange', 'Orange | Oranje | Orange'],
      ['yellow', 'Yellow | Geel | Gelb'],
    ],
    [
      'cool',
      'Cool | Koel | Kühl',
      ['green', 'Green | Groen | Grün'],
      ['blue', 'Blue | Blauw | Blau'],
      ['purple', 'Purple | Paars | Violett'],
    ],
  ),
  list(
    'M.Materials',
    'Materials | Materialen | Materialien',
    ['oak', 'Oak | Eiken | Eiche'],
    ['steel', 'Steel | Staal | Stahl'],
    ['aluminium', 'Aluminium | Aluminium | Aluminium'],
    ['wool', 'Wool | Wol | Wolle'],
    ['linen', 'Linen | Linnen | Leinen'],
    ['leather', 'Leather | Leer | Leder'],
    ['glass', 'Glass | Glas | Glas'],
    ['stoneware', 'Stoneware | Steengoed | Steinzeug'],
    ['recycled-plastic', 'Recycled plastic | Gerecycled kunststof | Recycelter Kunststoff'],
  ),
  list(
    'M.Availability',
    'Availability | Beschikbaarheid | Verfügbarkeit',
    ['in-stock', 'In stock | Op voorraad | Auf Lager'],
    ['on-order', 'On order | In bestelling | Bestellt'],
    ['seasonal', 'Seasonal | Seizoensgebonden | Saisonal'],
    ['discontinued', 'Discontinued | Uit assortiment | Ausgelaufen'],
  ),
  list(
    'M.CampaignStatus',
    'Campaign status | Campagnestatus | Kampagnenstatus',
    ['planned', 'Planned | Gepland | Geplant'],
    ['running', 'Running | Lopend | Laufend'],
    ['finished', 'Finished | Afgerond | Abgeschlossen'],
    ['cancelled', 'Cancelled | Geannuleerd | Abgesagt'],
  ),
  list(
    'M.Objectives',
    'Objectives | Doelstellingen | Ziele',
    ['awareness', 'Awareness | Naamsbekendheid | Bekanntheit'],
    ['launch', 'Launch | Introductie | Markteinführung'],
    ['sales', 'Sales | Verkoop | Verkauf'],
    ['loyalty', 'Loyalty | Klantenbinding | Kundenbindung'],
  ),
  list(
    'M.Priority',
    'Priority | Prioriteit | Priorität',
    ['low', 'Low | Laag | Niedrig'],
    ['normal', 'Normal | Normaal | Normal'],
    ['high', 'High | Hoog | Hoch'],
  ),
  list(
    'M.PartnerKind',
    'Kind of partner | Soort partner | Art des Partners',
    ['photographer', 'Photographer | Fotograaf | Fotograf'],
    ['agency', 'Agency | Bureau | Agentur'],
    ['printer', 'Printer | Drukkerij | Druckerei'],
    ['translator', 'Translator | Vertaler | Übersetzer'],
  ),
]
