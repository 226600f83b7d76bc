import {
  date,
  decimal,
  definition,
  group,
  integer,
  json,
  longText,
  moment,
  option,
  shownWhen,
  text,
  url,
  yesNo,
} from './builder.ts'

/** What the content is made for, and the work it takes. */
export const marketing = [
  definition(5, 'M.Campaign', 'Campaign | Campagne | Kampagne', { display_template: '{Name}' }, [
    group('Plan', 'Plan | Plan | Plan', [
      text('Name', 'Name | Naam | Name', { mandatory: true, multiLanguage: true, boost: true }),
      text('Code', 'Code | Code | Code', {
        unique: true,
        validation_expression: '^[0-9]{4}-[A-Z]{2}-[0-9]{3,}$',
      }),
      longText('Briefing', 'Briefing | Briefing | Briefing', { multiLanguage: true }),
      option('Status', 'Status | Status | Status', 'M.CampaignStatus'),
      option('Objectives', 'Objectives | Doelstellingen | Ziele', 'M.Objectives', { multiValue: true }),
      date('StartsOn', 'Starts on | Begint op | Beginnt am'),
      date('EndsOn', 'Ends on | Eindigt op | Endet am'),
    ]),
    group(
      'Money',
      'Money | Geld | Geld',
      [
        decimal('Budget', 'Budget in euros | Budget in euro | Budget in Euro'),
        decimal('Spent', 'Spent so far | Tot nu toe besteed | Bisher ausgegeben', { can_write: false }),
        integer('ImpressionGoal', 'Impressions wanted | Gewenste vertoningen | Gewünschte Impressionen'),
      ],
      { is_secured: true },
    ),
  ]),
  definition(12, 'M.Event', 'Event | Evenement | Veranstaltung', { display_template: '{Name}' }, [
    group('Overview', 'Overview | Overzicht | Übersicht', [
      text('Name', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
      moment('StartsOn', 'Starts on | Begint op | Beginnt am'),
      moment('EndsOn', 'Ends on | Eindigt op | Endet am'),
      yesNo('IsOnline', 'Online | Online | Online', { can_trigger_conditional_members: true }),
      url('MeetingLink', 'Meeting link | Vergaderlink | Besprechungslink', shownWhen('IsOnline', true)),
      integer('Capacity', 'Seats | Plaatsen | Plätze'),
    ]),
    group(
      'Venue',
      'Venue | Locatie | Ort',
      [
        text('City', 'City | Plaats | Ort', { multiLanguage: true }),
        decimal('Latitude', 'Latitude | Breedtegraad | Breitengrad'),
        decimal('Longitude', 'Longitude | Lengtegraad | Längengrad'),
      ],
      shownWhen('IsOnline', false),
    ),
  ]),
  definition(
    14,
    'M.Task',
    'Task | Taak | Aufgabe',
    { display_template: '{Title}', is_manual_sorting_allowed: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('Title', 'Title | Titel | Titel', { mandatory: true }),
        option('Priority', 'Priority | Prioriteit | Priorität', 'M.Priority'),
        yesNo('IsDone', 'Done | Klaar | Erledigt', { can_trigger_conditional_members: true }),
        date('DueOn', 'Due on | Uiterlijk op | Fällig am'),
        moment('DoneOn', 'Done on | Klaar op | Erledigt am', shownWhen('IsDone', true)),
        decimal('Hours', 'Hours | Uren | Stunden'),
        text('Assignee', 'Assignee | Toegewezen aan | Zugewiesen an'),
        json('Checklist', 'Checklist | Checklist | Checkliste'),
      ]),
    ],
  ),
  definition(
    9,
    'M.Market',
    'Market | Markt | Markt',
    { display_template: '{MarketName}', is_taxonomy_item_definition: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('MarketName', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
        text('CountryCode', 'Country code | Landcode | Ländercode', {
          mandatory: true,
          unique: true,
          validation_expression: '^[A-Z]{2}$',
        }),
        text('Currency', 'Currency | Valuta | Währung', { validation_expression: '^[A-Z]{3}$' }),
        text('Languages', 'Languages | Talen | Sprachen', { multiValue: true }),
      ]),
    ],
  ),
  definition(
    10,
    'M.Channel',
    'Channel | Kanaal | Kanal',
    { display_template: '{ChannelName}', is_taxonomy_item_definition: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('ChannelName', 'Name | Naam | Name', { mandatory: true, multiLanguage: true }),
        yesNo('IsPaid', 'Paid | Betaald | Bezahlt'),
        integer('MaxWidth', 'Largest width | Grootste breedte | Größte Breite'),
      ]),
    ],
  ),
]
