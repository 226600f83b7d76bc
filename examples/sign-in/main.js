import { UserManager } from 'oidc-client-ts'

const users = new UserManager({
  // Of the real service: its own address.
  authority: `${location.origin}/oauth`,
  client_id: 'sandbox',
  redirect_uri: `${location.origin}/signed-in`,
  // Any but "openid", the default, for which the service would have to return an id_token.
  scope: 'api',
})
const button = document.querySelector('button')
const output = document.querySelector('output')

button.addEventListener('click', () => users.signinRedirect())

try {
  if (location.pathname === '/signed-in') {
    await users.signinCallback()
    history.replaceState(null, '', '/')
  }
} catch (error) {
  output.value = error.message
}

const user = await users.getUser()

if (user) {
  const response = await fetch('/api/entities/1001', {
    headers: { Authorization: `Bearer ${user.access_token}` },
  })

  output.value = `Signed in. The first asset: ${(await response.json()).identifier}`
} else {
  button.hidden = false
}
