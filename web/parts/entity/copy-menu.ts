import { credentials, send, type RawResponse } from '../../service/client.ts'
import { withBase, copyAs, copyBaseLabels, copyBases, codeFormats } from '../../lib/copy-as.ts'
import { absoluteServiceUrl } from '../../lib/addresses.ts'
import { changeSettings, settings } from '../../lib/settings.ts'
import { copyText } from '../../ui/controls/copy-button.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'

/** Menu items that copy to the clipboard: the request for an entity as code, its JSON, the link to its page, its id. */
export function copyMenu(id: number, link: string): MenuItem[] {
  const request = { method: 'GET', path: `/api/entities/${id}` }
  const url = `${absoluteServiceUrl}${request.path}`

  return [
    ...codeFormats.map((format) => ({
      id: format,
      label: format,
      run: copyToClipboard(`the request as ${format}`, async () => {
        const { copyBase, persona } = settings()
        const response = format === 'msw handler' && responseToCopy(await send(request))
        const toCopy = { method: 'GET', url, headers: credentials(persona), ...(response && { response }) }

        return copyAs(format, withBase(copyBase, toCopy, absoluteServiceUrl))
      }),
    })),
    ...copyBases.map((base, index) => ({
      id: `base ${base}`,
      label: `Base URL: ${copyBaseLabels[base]}`,
      isChecked: base === settings().copyBase,
      startsGroup: index === 0,
      run: () => changeSettings({ copyBase: base }),
    })),
    {
      id: 'json',
      label: 'JSON',
      startsGroup: true,
      run: copyToClipboard('the JSON', async () => (await send(request)).text),
    },
    { id: 'link', label: 'Link to this page', run: copyToClipboard('the link', () => link) },
    { id: 'id', label: 'Id', run: copyToClipboard('the id', () => String(id)) },
  ]
}

function responseToCopy({ status, headers, text }: RawResponse) {
  return { status, headers: Object.fromEntries(headers), body: text }
}

function copyToClipboard(label: string, text: () => Promise<string> | string): () => void {
  return () => {
    Promise.resolve(text())
      .then(copyText)
      .then(() => showNotice(`Copied ${label}.`), showFailure)
  }
}
