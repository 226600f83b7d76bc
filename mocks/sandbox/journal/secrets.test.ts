import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactForm, redactSecrets, isSecretName, mayHaveSecret, secretForms } from './secrets.ts'

test.each([
  'password',
  'newPassword',
  'new_password',
  'client_secret',
  'ClientSecret',
  'access_token',
  'refresh_token',
  'token',
  'api_key',
  'apikey',
  'x-api-key',
  'x-auth-token',
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-sandbox-control',
])('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true)
})

test.each(['title', 'tokens_left', 'password_policy_id', 'control', 'secretary'])(
  '%s is not the name of a secret',
  (name) => expect(isSecretName(name)).toBe(false),
)

test.each([
  ['a member', '{"name":"ada","password":"x\\"y","age":5}', '{"name":"ada","password":"[redacted]","age":5}'],
  ['a member with escapes in its name', '{"pass\\u0077ord" : "x"}', '{"password":"[redacted]"}'],
  ['a number', '{"token":12,"a":1}', '{"token":"[redacted]","a":1}'],
  ['a list', '{"token":["]",{"a":"}"}],"a":1}', '{"token":"[redacted]","a":1}'],
  ['an object', '[{"secret":{"a":{"b":"x"}}},2]', '[{"secret":"[redacted]"},2]'],
  ['a secret in a link', '{"token":{"title":"x","href":"/a","token":"x"}}', '{"token":"[redacted]"}'],
  ['what is beside a link', '{"credentials":{"href":"/a","key":"x"}}', '{"credentials":"[redacted]"}'],
  ['what is in a relation', '{"token":{"self":{"href":"/a"},"value":"x"}}', '{"token":"[redacted]"}'],
  ['a link with a query', '{"token":{"href":"/a?code=x"}}', '{"token":"[redacted]"}'],
  ['a link with a password', '{"token":{"href":"https://a:x@b/"}}', '{"token":"[redacted]"}'],
  ['a link that is none', '{"token":{"href":"x"}}', '{"token":"[redacted]"}'],
  ['truncated text', '{"a":1,"password":"x', '{"a":1,"password":"[redacted]"'],
  ['a truncated object', '{"password":{"a":"x', '{"password":"[redacted]"'],
  ['a form field', 'a=1&api_key=x&b=2', 'a=1&api_key=[redacted]&b=2'],
  ['a form field whose name has brackets', 'user%5Bpassword%5D=x', 'user%5Bpassword%5D=[redacted]'],
  [
    'a part of form data',
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n--b--',
  ],
])('in a body, %s is redacted', (_, text, shown) => {
  expect(redactSecrets(text)).toBe(shown)
})

test.each([
  [
    'a link',
    '{"reset_password": {"title": "Reset a password", "href": "/api/account/{userId}/resetpassword"}}',
  ],
  [
    'a relation',
    '{"UserToToken":{"children":[{"href":"/api/entities/9"}],"self":{"href":"/api/entities/1"}}}',
  ],
  ['a flag or nothing', '{"has_password":true,"password":null}'],
  ['the name of a property', '{"members":[{"name":"Password","type":"String"}]}'],
])('in a body, %s is no secret', (_, text) => {
  expect(redactSecrets(text)).toBe(text)
})

test('in a URL, the control token and other secrets are redacted', () => {
  expect(redactForm('control=x&limit=1&token=y')).toBe('control=[redacted]&limit=1&token=[redacted]')
  expect(redactSecrets('http://host/?control=x')).toBe('http://host/?control=[redacted]')
})

test('whatever a form of secrets masks is taken for a text that may have one', () => {
  const secrets = [
    '"password": "x"',
    'password: "x"',
    'token=x',
    `code=${'x'.repeat(32)}`,
    'name="password"\r\n\r\nx\r\n--b--',
    'Bearer abcd1234',
    'basic\tabcd1234',
    'Authorization: Own abcd1234',
    'eyJabcde.abcde',
    'http://ada:x@host',
  ]
  const isMasked = (text: string) => secretForms.some(([form, shown]) => text.replace(form, shown) !== text)

  for (const [form] of secretForms) expect(secrets.some((text) => text.search(form) >= 0)).toBe(true)

  // Any of their characters, and of others, in any order, and each of them without a part.
  const part = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom(...secrets.flatMap((text) => text.split(/(?<=\W)|(?=\W)/))),
  )
  const cut = fc.tuple(fc.constantFrom(...secrets), fc.nat(40), fc.nat(4))
  const text = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    cut.map(([secret, from, length]) => secret.slice(0, from) + secret.slice(from + length)),
  )

  fc.assert(
    fc.property(text, (text) => mayHaveSecret.test(text) || !isMasked(text)),
    { numRuns: 2000 },
  )
})
