// As an application has the package: built. It loads what it needs for an entity first.
import { startSandbox } from '../../../dist/browser/index.js'

await startSandbox()

const response = await fetch('/api/entities/1000')

document.querySelector('#first').textContent = String(response.status)
