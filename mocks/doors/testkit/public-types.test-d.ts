/** Uses of the fixtures, checked by the compiler. */
import { test as pageTest, expect as pageExpect, type Sandbox } from '../playwright/index.ts'
import { seedSandboxes } from '../vitest/index.ts'

interface Asset {
  Title: string
}

export async function entitiesAreTyped(sandbox: Sandbox): Promise<void> {
  const asset = await sandbox.give<Asset>('M.Asset', { properties: { Title: 'Leek' } })
  const title: string = asset.properties.Title

  await sandbox.find<Asset>('M.Asset', { Title: title })
  // @ts-expect-error an asset has no property Titel
  await sandbox.give<Asset>('M.Asset', { properties: { Titel: 'Leek' } })
  // @ts-expect-error there is no colour with this name
  await sandbox.setHealth('search', 'Blue')
  // @ts-expect-error an effect has a kind
  await sandbox.addFault({ effect: {} })
  await pageExpect(sandbox).toHaveReceived('PUT', '/api/entities/:id', { body: { properties: {} }, count: 1 })
  // @ts-expect-error there is no option times
  await pageExpect(sandbox).toHaveReceived('PUT', '/api/entities/:id', { times: 1 })
}

export function aSecondContextIsConnected(): void {
  pageTest('two users', async ({ sandbox, browser }) => {
    await sandbox.connect(await browser.newContext())
    await pageExpect(sandbox).toHaveReceived('GET', '/api')
  })
}

export function optionsAreTyped(): void {
  pageTest.use({ sandboxOptions: { seed: 7, server: true } })
  // @ts-expect-error there is no option sead
  pageTest.use({ sandboxOptions: { sead: 7 } })
}

export function testsKeepTheirArguments(): (index: number) => Promise<void> {
  const { withSandbox } = seedSandboxes({ entities: 10 })

  return withSandbox((sandbox, index: number) => sandbox.find('M.Asset', { Rank: index }))
}
