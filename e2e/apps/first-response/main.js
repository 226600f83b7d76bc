// Imports the built package, as applications do.
import { startSandbox } from '../../../dist/doors/browser/index.js'

await startSandbox()

const response = await fetch('/api/entities/1000')

document.querySelector('#first').textContent = String(response.status)
