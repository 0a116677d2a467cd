import { render } from 'preact'
import { mustHave } from '../base/must-have.js'
import { App } from './app.js'
import { readEmbedded } from './source/embedded.js'

const page = mustHave(document.getElementById('page') ?? undefined, 'the element of the page')
// Shown first, as a large file takes long to read.
page.textContent = 'Opening…'
readEmbedded(document).then(
  (embedded) => {
    page.textContent = ''
    render(<App embedded={embedded} />, page)
  },
  () => void (page.textContent = 'The data in this file is damaged: copy it again, whole.'),
)
