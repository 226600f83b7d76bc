import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServiceRequest } from '../../../service/http/request.ts'
import { noContent, type Reply } from '../../../service/http/replies/reply.ts'
import { PageHandlers } from '../page-handlers.ts'
import { ServiceAddress } from '../service-address.ts'
import { openExchange } from './exchange.ts'
import { InterceptedRequest } from './intercepted-request.ts'

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('ProgressEvent', class extends Event {})
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a synchronous request has the content type of its text', () => {
  const { request, handle } = synchronousRequest()

  request.sendSync('soup')

  expect(handle.mock.lastCall?.[0].header('content-type')).toBe('text/plain;charset=UTF-8')
})

test('a synchronous request with a body that is not supported is not handled', () => {
  const { request, handle } = synchronousRequest()

  expect(() => request.sendSync(new FormData())).toThrow('supports synchronous requests only')
  expect(handle).not.toHaveBeenCalled()
})

test.each(['GET', 'HEAD'])('%s has no body and no content type', (method) => {
  const { request, handle } = synchronousRequest(method)

  request.sendSync('soup')

  expect(handle.mock.lastCall?.[0].header('content-type')).toBeUndefined()
})

function synchronousRequest(method = 'PUT') {
  const url = new URL('http://localhost/api/entities/1000')
  const handle = vi.fn<(request: ServiceRequest) => Reply>(() => noContent())
  const exchange = openExchange(method, url, new ServiceAddress('http://localhost').locate(url), false)
  const target = new EventTarget() as XMLHttpRequest // only its events are used

  return {
    request: new InterceptedRequest(target, exchange, { handle, handlers: new PageHandlers() }),
    handle,
  }
}
