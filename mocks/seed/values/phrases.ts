/** Sayings in several languages: position n means the same in each, so a record says one thing everywhere. */
interface Phrases {
  titles: readonly string[]
  names: readonly string[]
  sentences: readonly string[]
  words: readonly string[]
}

const en: Phrases = {
  titles: [
    'Spring preview',
    'Behind the scenes',
    'Made to last',
    'A day at the coast',
    'Small spaces, bright ideas',
    'The quiet season',
    'Notes from the workshop',
    'First light',
    'Around the table',
    'On the road again',
    'A closer look',
    'The long weekend',
  ],
  names: [
    'North',
    'Harbour',
    'Meadow',
    'Lantern',
    'Compass',
    'Willow',
    'Granite',
    'Summit',
    'Juniper',
    'Atlas',
    'Ember',
    'Delta',
  ],
  sentences: [
    'Made with care and ready for daily use.',
    'The result of a year of work with people who know the trade.',
    'A simple idea, worked out down to the last detail.',
    'Suitable for every season.',
    'Checked and approved by the editors.',
    'Small enough for the hall, strong enough for the whole family.',
    'Available for as long as stocks last.',
    'An overview of what changed and why.',
    'Please get in touch before using this elsewhere.',
    'Works just as well outdoors.',
  ],
  words: ['new', 'summer', 'studio', 'outdoor', 'classic', 'selected', 'local', 'family'],
}

const nl: Phrases = {
  titles: [
    'Voorproefje van de lente',
    'Achter de schermen',
    'Gemaakt voor later',
    'Een dag aan de kust',
    'Kleine ruimte, goed idee',
    'Het stille seizoen',
    'Uit de werkplaats',
    'Eerste licht',
    'Samen aan tafel',
    'Weer onderweg',
    'Van dichtbij bekeken',
    'Het lange weekend',
  ],
  names: [
    'Noord',
    'Haven',
    'Weide',
    'Lantaarn',
    'Kompas',
    'Wilg',
    'Graniet',
    'Top',
    'Jeneverbes',
    'Atlas',
    'Gloed',
    'Delta',
  ],
  sentences: [
    'Met zorg gemaakt en klaar voor dagelijks gebruik.',
    'Het resultaat van een jaar werk met mensen die hun vak verstaan.',
    'Een eenvoudig idee, uitgewerkt tot in het laatste detail.',
    'Geschikt voor elk seizoen.',
    'Bekeken en goedgekeurd door de redactie.',
    'Klein genoeg voor de hal, sterk genoeg voor het hele gezin.',
    'Verkrijgbaar zolang de voorraad strekt.',
    'Een overzicht van wat er veranderde en waarom.',
    'Neem contact op voordat u dit elders gebruikt.',
    'Doet het buiten net zo goed.',
  ],
  words: ['nieuw', 'zomer', 'studio', 'buiten', 'klassiek', 'uitgelicht', 'lokaal', 'gezin'],
}

const de: Phrases = {
  titles: [
    'Vorschau auf den Frühling',
    'Hinter den Kulissen',
    'Gemacht, um zu bleiben',
    'Ein Tag an der Küste',
    'Kleine Räume, helle Ideen',
    'Die stille Jahreszeit',
    'Notizen aus der Werkstatt',
    'Erstes Licht',
    'Rund um den Tisch',
    'Wieder unterwegs',
    'Aus der Nähe betrachtet',
    'Das lange Wochenende',
  ],
  names: [
    'Nord',
    'Hafen',
    'Wiese',
    'Laterne',
    'Kompass',
    'Weide',
    'Granit',
    'Gipfel',
    'Wacholder',
    'Atlas',
    'Glut',
    'Delta',
  ],
  sentences: [
    'Sorgfältig gefertigt und bereit für den Alltag.',
    'Das Ergebnis eines Jahres Arbeit mit Menschen, die ihr Handwerk verstehen.',
    'Eine einfache Idee, bis ins letzte Detail ausgearbeitet.',
    'Für jede Jahreszeit geeignet.',
    'Von der Redaktion geprüft und freigegeben.',
    'Klein genug für den Flur, stabil genug für die ganze Familie.',
    'Erhältlich, solange der Vorrat reicht.',
    'Ein Überblick darüber, was sich geändert hat und warum.',
    'Bitte vor anderweitiger Nutzung Kontakt aufnehmen.',
    'Bewährt sich auch im Freien.',
  ],
  words: ['neu', 'Sommer', 'Studio', 'draußen', 'klassisch', 'ausgewählt', 'regional', 'Familie'],
}

const fr: Phrases = {
  titles: [
    'Avant-goût du printemps',
    'Dans les coulisses',
    'Fait pour durer',
    'Une journée sur la côte',
    'Petits espaces, bonnes idées',
    'La saison calme',
    'Carnet d’atelier',
    'Première lumière',
    'Autour de la table',
    'De nouveau en route',
    'Vu de près',
    'Le long week-end',
  ],
  names: [
    'Nord',
    'Port',
    'Prairie',
    'Lanterne',
    'Boussole',
    'Saule',
    'Granit',
    'Sommet',
    'Genévrier',
    'Atlas',
    'Braise',
    'Delta',
  ],
  sentences: [
    'Fabriqué avec soin et prêt pour le quotidien.',
    'Le fruit d’un an de travail avec des gens de métier.',
    'Une idée simple, travaillée jusqu’au moindre détail.',
    'Convient à toutes les saisons.',
    'Vérifié et approuvé par la rédaction.',
    'Assez petit pour l’entrée, assez solide pour toute la famille.',
    'Disponible dans la limite des stocks.',
    'Un aperçu de ce qui a changé et pourquoi.',
    'Merci de nous contacter avant toute autre utilisation.',
    'Fonctionne tout aussi bien à l’extérieur.',
  ],
  words: ['nouveau', 'été', 'studio', 'extérieur', 'classique', 'sélection', 'local', 'famille'],
}

const byLanguage = new Map<string, Phrases>([
  ['en', en],
  ['nl', nl],
  ['de', de],
  ['fr', fr],
])

/** The phrases of a culture's language; English for languages that have none. */
export function phrasesOf(culture: string): Phrases {
  return byLanguage.get(culture.slice(0, 2).toLowerCase()) ?? en
}
