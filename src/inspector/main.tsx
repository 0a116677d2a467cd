import { render } from 'preact'
import { mustHave } from '../base/must-have.js'
import { App } from './app.js'
import { readEmbedded } from './source/embedded.js'

const page = mustHave(document.getElementById('page') ?? undefined, 'the element of the page')
// A file of some size takes its time to read, which is not that of the first frame.
page.textContent = 'Opening…'
readEmbedded(document).then(
  (embedded) => {
    page.textContent = ''
    render(<App embedded={embedded} />, page)
  },
  () => void (page.textContent = 'The data in this file is damaged: copy it again, whole.'),
)
