// Imports the built package, as applications do. It first loads only the code for reading an entity.
import { startSandbox } from '../../../dist/browser/index.js'

await startSandbox()

const response = await fetch('/api/entities/1000')

document.querySelector('#first').textContent = String(response.status)
