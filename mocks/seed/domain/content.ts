import {
  date,
  decimal,
  definition,
  group,
  integer,
  json,
  long,
  longText,
  moment,
  option,
  richText,
  shownWhen,
  text,
  yesNo,
} from './builder.ts'

/** What a content hub is for: files, what is written about them, and how they are handed on. */
export const content = [
  definition(
    1,
    'M.Asset',
    'Asset | Bestand | Asset',
    { display_template: '{Title}', is_path_enabled_definition: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('Title', 'Title | Titel | Titel', {
          mandatory: true,
          boost: true,
          included_in_completion: true,
          help: 'Shown in lists and search results. | Te zien in lijsten en zoekresultaten. | Wird in Listen und Suchergebnissen angezeigt.',
        }),
        text('Caption', 'Caption | Bijschrift | Bildunterschrift', {
          multiLanguage: true,
          included_in_completion: true,
          help: 'One sentence for below the picture. | Eén zin voor onder het beeld. | Ein Satz für unter das Bild.',
        }),
        text('AltText', 'Alternative text | Alternatieve tekst | Alternativtext', {
          multiLanguage: true,
          help: 'Read aloud by screen readers. | Wordt voorgelezen door schermlezers. | Wird von Screenreadern vorgelesen.',
        }),
        text('Keywords', 'Keywords | Trefwoorden | Schlagwörter', { multiValue: true, boost: true }),
        option('Media', 'Medium | Medium | Medium', 'M.Media', {
          allow_updates: false,
          can_trigger_conditional_members: true,
        }),
      ]),
      group('File', 'File | Bestand | Datei', [
        text('FileName', 'File name | Bestandsnaam | Dateiname'),
        decimal('FileSize', 'Size in megabytes | Grootte in megabyte | Größe in Megabyte', {
          can_write: false,
        }),
        integer('Width', 'Width in pixels | Breedte in pixels | Breite in Pixel', { can_write: false }),
        integer('Height', 'Height in pixels | Hoogte in pixels | Höhe in Pixel', { can_write: false }),
        option('Colours', 'Colours | Kleuren | Farben', 'M.Colours', { multiValue: true }),
        json('MainFile', 'Main file | Hoofdbestand | Hauptdatei', { can_write: false }),
        json('FileProperties', 'File properties | Bestandseigenschappen | Dateieigenschaften', {
          can_write: false,
          ignore_on_export: true,
          stored_in_graph: false,
          included_in_content: false,
        }),
        json('Renditions', 'Renditions | Weergaven | Wiedergaben', { can_write: false }),
      ]),
      group('Approval', 'Approval | Goedkeuring | Freigabe', [
        text('ApprovedBy', 'Approved by | Goedgekeurd door | Freigegeben von', { can_write: false }),
        moment('ApprovalDate', 'Approved on | Goedgekeurd op | Freigegeben am', { can_write: false }),
      ]),
      group(
        'Playback',
        'Playback | Afspelen | Wiedergabe',
        [
          integer('Duration', 'Duration in seconds | Duur in seconden | Dauer in Sekunden'),
          decimal('FrameRate', 'Frames per second | Beelden per seconde | Bilder pro Sekunde'),
          yesNo('HasSubtitles', 'Subtitled | Ondertiteld | Untertitelt'),
        ],
        shownWhen('Media', 'video'),
      ),
      group(
        'Rights',
        'Rights | Rechten | Rechte',
        [
          text('Copyright', 'Copyright | Auteursrecht | Urheberrecht'),
          option('UsageRights', 'Usage rights | Gebruiksrechten | Nutzungsrechte', 'M.UsageRights', {
            can_trigger_conditional_members: true,
          }),
          date('LicensedUntil', 'Licensed until | Licentie tot | Lizenziert bis', {
            is_secured: true,
            ...shownWhen('UsageRights', 'licensed.regional'),
            help: 'Must not be used after this day. | Daarna niet meer te gebruiken. | Danach nicht mehr zu verwenden.',
          }),
        ],
        { is_secured: true },
      ),
    ],
  ),
  definition(
    6,
    'M.Collection',
    'Collection | Collectie | Sammlung',
    { display_template: '{Name}', is_manual_sorting_allowed: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('Name', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
        longText('Description', 'Description | Omschrijving | Beschreibung', { multiLanguage: true }),
        yesNo('IsPublic', 'Open to everyone | Voor iedereen | Für alle sichtbar'),
        date('ReviewOn', 'Review on | Herzien op | Prüfen am'),
      ]),
    ],
  ),
  definition(11, 'M.Article', 'Article | Artikel | Artikel', { display_template: '{Title}' }, [
    group('Text', 'Text | Tekst | Text', [
      text('Title', 'Title | Titel | Titel', { mandatory: true, multiLanguage: true, boost: true }),
      text('Slug', 'Address | Webadres | Webadresse', {
        mandatory: true,
        unique: true,
        validation_expression: '^[a-z0-9]+(-[a-z0-9]+)*$',
        help: 'Last part of the web address. | Laatste deel van het webadres. | Letzter Teil der Webadresse.',
      }),
      longText('Summary', 'Summary | Samenvatting | Zusammenfassung', { multiLanguage: true }),
      richText('Body', 'Body | Tekst | Fließtext', { multiLanguage: true }),
    ]),
    group('Publishing', 'Publishing | Publicatie | Veröffentlichung', [
      text('Author', 'Author | Auteur | Autor'),
      option('Status', 'Status | Status | Status', 'M.LifecycleStatus'),
      moment('PublishedOn', 'Published on | Gepubliceerd op | Veröffentlicht am'),
      integer('ReadingTime', 'Minutes to read | Leestijd in minuten | Lesezeit in Minuten'),
      json('Seo', 'Search engines | Zoekmachines | Suchmaschinen', { included_in_content: false }),
    ]),
  ]),
  definition(15, 'M.PublicLink', 'Public link | Openbare link | Öffentlicher Link', { is_light: true }, [
    group('Link', 'Link | Link | Link', [
      text('RelativeUrl', 'Relative address | Relatief adres | Relative Adresse', { unique: true }),
      text('Resource', 'Rendition | Weergave | Wiedergabe'),
      text('Status', 'Status | Status | Status', { can_write: false }),
      text('VersionHash', 'Version | Versie | Version', { can_write: false }),
      yesNo('IsDisabled', 'Disabled | Uitgeschakeld | Deaktiviert'),
      moment('ExpirationDate', 'Expires on | Verloopt op | Läuft ab am'),
      json('ConversionConfiguration', 'Conversion | Conversie | Umwandlung'),
      long('Downloads', 'Downloads | Downloads | Downloads', { can_write: false }),
    ]),
  ]),
  definition(
    25,
    'M.SavedSearch',
    'Saved search | Opgeslagen zoekopdracht | Gespeicherte Suche',
    { is_light: true },
    [
      group('Search', 'Search | Zoekopdracht | Suche', [
        text('Name', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
        json('Criteria', 'Criteria | Criteria | Kriterien', { mandatory: true }),
        yesNo('IsShared', 'Shared | Gedeeld | Geteilt'),
        moment('LastRunOn', 'Last run | Laatst uitgevoerd | Zuletzt ausgeführt'),
      ]),
    ],
  ),
]
