import { expect } from 'vitest'
import type { Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'

async function newScript(doors: Doors): Promise<{ script: string; draft: string }> {
  const script = await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Script' },
    properties: { 'M.Script.Name': 'Approve', 'M.Script.Type': 'Action', 'M.Script.Enabled': true },
  })
  const { draft_script_content_id } = (await (
    await doors.fetch(script.replace('entities', 'scripts') + '/draft', { method: 'POST' })
  ).json()) as { draft_script_content_id: number }

  return { script, draft: `/api/entities/${draft_script_content_id}` }
}

const post = async (doors: Doors, path: string, body?: unknown) => {
  const response = await doors.fetch(path, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })

  return { status: response.status, body: (await response.json()) as unknown }
}

const asScript = (address: string, action: string) => `${address.replace('entities', 'scripts')}/${action}`

test('a script is drafted, compiled and published', async (doors) => {
  const { script, draft } = await newScript(doors)

  await doors.put(draft, { properties: { 'M.ScriptContent.Script': 'return 1;' } })
  expect(await post(doors, asScript(draft, 'compile'))).toEqual({
    status: 200,
    body: { compile_status: 'SUCCESS' },
  })
  expect(await doors.get(draft)).toMatchObject({ properties: { 'M.ScriptContent.CompileStatus': 'SUCCESS' } })
  expect((await post(doors, asScript(draft, 'publish'))).status).toBe(200)
  expect(await doors.get(script)).toMatchObject({ properties: { 'M.Script.HasDraft': false } })
  expect(await doors.get(`${script}/relations/ScriptToActiveScriptContent`)).toMatchObject({
    child: { href: expect.stringMatching(`${draft}$`) },
  })

  // the next draft begins with the active text
  const { body } = await post(doors, asScript(script, 'draft'))
  const next = (body as { draft_script_content_id: number }).draft_script_content_id

  expect(draft).not.toBe(`/api/entities/${next}`)
  expect(await post(doors, asScript(script, 'draft'))).toEqual({ status: 200, body })
  expect(await doors.get(`/api/entities/${next}`)).toMatchObject({
    properties: { 'M.ScriptContent.Script': 'return 1;' },
  })
})

test('a script without text has errors, and is not published', async (doors) => {
  const { script, draft } = await newScript(doors)

  expect(await post(doors, asScript(script, 'compile'))).toMatchObject({ body: { compile_status: 'ERRORS' } })
  expect(await post(doors, asScript(draft, 'publish'))).toMatchObject({
    status: 400,
    body: { 'M.ScriptContent.Script': expect.any(String) },
  })
  expect((await post(doors, '/api/scripts/1000/compile')).status).toBe(404)
  expect((await post(doors, '/api/scripts/999999/draft')).status).toBe(404)
})

test('executing a script without a function is 501, which says how to give one', async (doors) => {
  const { script } = await newScript(doors)
  const refused = await post(doors, asScript(script, 'execute'), {})

  expect(refused.status).toBe(501)
  expect(JSON.stringify(refused.body)).toMatch(/scripts: \{ 'Approve'/)
  expect((await post(doors, '/api/scripts/unknown/execute', {})).status).toBe(404)
})

test('m.security/setroles sets the roles that allroles shows, and keeps those it does not name', async (doors) => {
  const roles = { user_roles: { '7': ['Editor'] }, user_group_roles: { '12': ['Reader'] } }
  const set = (input: unknown) => post(doors, '/api/commands/m.security/setroles', input)

  expect(await set({ target_id: 1000, ...roles })).toEqual({ status: 200, body: null })
  expect(await doors.get('/api/entities/1000/allroles')).toMatchObject(roles)
  await set({ target_id: 1000, user_roles: { '8': [] } })
  expect(await doors.get('/api/entities/1000/allroles')).toMatchObject({ ...roles, user_roles: { '8': [] } })
  expect(await set({ target_id: 999_999 })).toMatchObject({ status: 400, body: { target_id: /./ } })
})

test('m.asset/setmaster and set.deliverables.lifecyclestatus replace what a relation leads to', async (doors) => {
  const product = await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.PCM.Product' },
    properties: { ProductName: 'Leek', ProductNumber: 'LEE-12345' },
  })
  const id = Number(product.split('/').at(-1))
  const asset = await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
    properties: { Title: 'Leek' },
  })
  const assetId = Number(asset.split('/').at(-1))
  const master = { new_master_id: assetId, entity_id: id, master_relation: 'PCMProductToMasterAsset' }

  expect((await post(doors, '/api/commands/M.Asset/SetMaster', master)).status).toBe(200)
  expect(JSON.stringify(await doors.get(`${product}/relations/PCMProductToMasterAsset`))).toContain(asset)

  const status = {
    entityid: assetId,
    status: 544,
    statusRelation: 'FinalLifeCycleStatusToAsset',
    reason: 'Ripe',
    reasonProperty: 'Title',
  }
  const command = '/api/commands/project/set.deliverables.lifecyclestatus'

  expect(await post(doors, command, status)).toEqual({ status: 200, body: null })
  expect(await doors.get(`${asset}/relations/FinalLifeCycleStatusToAsset`)).toMatchObject({
    parent: { href: expect.stringMatching(/\/544$/) },
  })
  expect(JSON.stringify(await doors.get(asset))).toContain('Ripe')
  expect(await post(doors, command, { ...status, statusRelation: 'Nothing' })).toMatchObject({
    status: 400,
    body: { Nothing: expect.any(String) },
  })
  expect(JSON.stringify(await doors.get(asset))).toContain('Ripe')
})
