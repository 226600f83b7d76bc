import { credentials, send, type ServiceResponse } from '../../service/client.ts'
import {
  basedOn,
  copyAs,
  copyBaseLabels,
  copyBases,
  copyForms,
  type RequestToCopy,
} from '../../lib/copy-as.ts'
import { absoluteServiceUrl } from '../../lib/addresses.ts'
import { changeSettings, settings } from '../../lib/settings.ts'
import { copyText } from '../../ui/controls/copy-button.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'

/** Copies to the clipboard: the request that reads an entity, its JSON, its address. */
export function copyMenu(id: number, link: string): MenuItem[] {
  const request = { method: 'GET', path: `/api/entities/${id}` }
  const { copyBase, persona } = settings()
  const requestToCopy = (response?: ServiceResponse): RequestToCopy => ({
    method: request.method,
    url: `${absoluteServiceUrl}${request.path}`,
    headers: credentials(persona),
    ...(response && {
      response: {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: response.text,
      },
    }),
  })

  return [
    ...copyForms.map((form) => ({
      id: form,
      label: form,
      run: copied(`as ${form}`, async () => {
        const response = form === 'msw handler' ? await send(request) : undefined

        return copyAs(form, basedOn(copyBase, requestToCopy(response), absoluteServiceUrl))
      }),
    })),
    ...copyBases.map((base, index) => ({
      id: `base ${base}`,
      label: `Address: ${copyBaseLabels[base]}`,
      isChecked: base === copyBase,
      startsGroup: index === 0,
      run: () => changeSettings({ copyBase: base }),
    })),
    {
      id: 'json',
      label: 'JSON',
      startsGroup: true,
      run: copied('the JSON', async () => (await send(request)).text),
    },
    { id: 'link', label: 'Link to this page', run: copied('the link', () => link) },
    { id: 'id', label: 'Id', run: copied('the id', () => String(id)) },
  ]
}

function copied(label: string, text: () => Promise<string> | string): () => void {
  return () => {
    Promise.resolve(text())
      .then(copyText)
      .then(() => toast(`Copied ${label}.`), toastFailure)
  }
}
