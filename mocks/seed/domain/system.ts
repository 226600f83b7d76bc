import { definition, group, json, longText, moment, text, yesNo } from './builder.ts'

const owned = { is_system_owned: true }

/**
 * What existing clients query by name: users, groups, settings, copy profiles and jobs. These definitions refer to
 * one another only, so that they can stand beside anyone's own definitions.
 */
export const system = [
  definition(20, 'User', 'User | Gebruiker | Benutzer', { ...owned, display_template: '{Username}' }, [
    group(
      'Account',
      'Account | Account | Konto',
      [
        text('Username', 'User name | Gebruikersnaam | Benutzername', {
          mandatory: true,
          unique: true,
          ...owned,
        }),
        text('FirstName', 'First name | Voornaam | Vorname'),
        text('LastName', 'Last name | Achternaam | Nachname'),
        text('Email', 'E-mail | E-mail | E-Mail', { is_secured: true }),
        text('Culture', 'Language | Taal | Sprache'),
        yesNo('IsEnabled', 'Enabled | Ingeschakeld | Aktiviert'),
        moment('LastSignInOn', 'Last signed in | Laatst aangemeld | Zuletzt angemeldet', {
          can_write: false,
        }),
      ],
      owned,
    ),
  ]),
  definition(
    21,
    'UserGroup',
    'User group | Gebruikersgroep | Benutzergruppe',
    { ...owned, display_template: '{GroupName}' },
    [
      group(
        'Group',
        'Group | Groep | Gruppe',
        [
          text('GroupName', 'Name | Naam | Name', { mandatory: true, unique: true, ...owned }),
          text('Description', 'Description | Omschrijving | Beschreibung', { multiLanguage: true }),
        ],
        owned,
      ),
    ],
  ),
  definition(
    22,
    'M.SettingCategory',
    'Setting category | Instellingencategorie | Einstellungskategorie',
    { ...owned, is_light: true },
    [
      group(
        'Category',
        'Category | Categorie | Kategorie',
        [
          text('M.SettingCategory.Name', 'Name | Naam | Name', { mandatory: true, unique: true, ...owned }),
          text('M.SettingCategory.Label', 'Label | Label | Bezeichnung', { multiLanguage: true }),
        ],
        owned,
      ),
    ],
  ),
  definition(23, 'M.Setting', 'Setting | Instelling | Einstellung', { ...owned, is_light: true }, [
    group(
      'Setting',
      'Setting | Instelling | Einstellung',
      [
        text('M.Setting.Name', 'Name | Naam | Name', { mandatory: true, unique: true, ...owned }),
        text('M.Setting.Label', 'Label | Label | Bezeichnung', { multiLanguage: true }),
        json('M.Setting.Value', 'Value | Waarde | Wert', owned),
      ],
      owned,
    ),
  ]),
  definition(24, 'M.CopyProfile', 'Copy profile | Kopieerprofiel | Kopierprofil', owned, [
    group(
      'Profile',
      'Profile | Profiel | Profil',
      [
        text('M.CopyProfile.Name', 'Name | Naam | Name', { mandatory: true, unique: true, ...owned }),
        json('M.CopyProfile.PropertyCopyOptions', 'Properties | Eigenschappen | Eigenschaften', owned),
        json('M.CopyProfile.RelationCopyOptions', 'Relations | Relaties | Beziehungen', owned),
      ],
      owned,
    ),
  ]),
  definition(
    26,
    'M.Job',
    'Job | Taak | Auftrag',
    { ...owned, is_light: true, display_template: '{Job.Type}' },
    [
      group(
        'Job',
        'Job | Taak | Auftrag',
        [
          text('Job.Type', 'Type | Soort | Art', owned),
          text('Job.State', 'State | Toestand | Zustand', owned),
          text('Job.Condition', 'Condition | Conditie | Ergebnis', owned),
          longText('Job.Description', 'Description | Omschrijving | Beschreibung', owned),
          moment('Job.StartedOn', 'Started on | Begonnen op | Begonnen am', owned),
          moment('Job.CompletedOn', 'Completed on | Klaar op | Abgeschlossen am', owned),
          json('Job.Data', 'Data | Gegevens | Daten', owned),
        ],
        owned,
      ),
    ],
  ),
]
