import { sandboxOf, withMatchers } from 'entity-sandbox/storybook'
import { expect as base, within } from 'storybook/test'
import { Collections } from './collections.jsx'

const expect = withMatchers(base)

export default { title: 'Collections', component: Collections }

/** With the seeded data. */
export const Seeded = {}

/** With data of its own, created before the story is shown, which no other story sees. */
export const WithSoups = {
  beforeEach: async (context) => {
    await sandboxOf(context).give('M.Collection', { properties: { Name: { 'en-US': 'Soups' } } })
  },
}

export const Adding = {
  parameters: { sandbox: { scenario: 'empty' } },
  play: async ({ canvasElement, userEvent, loaded }) => {
    const page = within(canvasElement)

    await userEvent.type(page.getByLabelText('Name'), 'Breads')
    await userEvent.click(page.getByRole('button', { name: 'Add' }))
    await expect(await page.findByText('Breads')).toBeVisible()
    await expect(loaded.sandbox).toHaveReceived('POST', '/api/entities', { count: 1 })
  },
}

export const AsReader = {
  parameters: { sandbox: { actAs: 'reader' } },
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement)

    await userEvent.type(page.getByLabelText('Name'), 'Breads')
    await userEvent.click(page.getByRole('button', { name: 'Add' }))
    await expect(await page.findByRole('alert')).toHaveTextContent('not added (403)')
  },
}

export const Down = { parameters: { sandbox: { scenario: 'maintenance' } } }
