import { sandboxOf, storySandboxes } from 'entity-sandbox/storybook'

// Every story has a separate sandbox, a fork of one that is seeded once.
const sandboxes = storySandboxes({ entities: 200 })

/** A menu of the toolbar; what is chosen there comes before the parameters of the story. */
const menu = (title, icon, items) => ({
  toolbar: { title, icon, dynamicTitle: true, items: [{ type: 'reset', title: 'As the story' }, ...items] },
})

export default {
  ...sandboxes,
  globalTypes: {
    persona: menu('Persona', 'user', ['admin', 'editor', 'reader']),
    scenario: menu('Scenario', 'beaker', ['empty', 'maintenance']),
  },
  beforeEach: [
    sandboxes.beforeEach,
    async (context) => {
      const { actAs = 'editor', scenario = null } = context.parameters.sandbox ?? {}

      await sandboxOf(context).actAs(context.globals.persona ?? actAs)
      await sandboxOf(context).setScenario(context.globals.scenario ?? scenario)
    },
  ],
  // Mounted again when something else is chosen, so that its requests are sent again.
  decorators: [(Story, { globals: { persona, scenario } }) => <Story key={`${persona} ${scenario}`} />],
}
