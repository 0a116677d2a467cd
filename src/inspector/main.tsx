import { render } from 'preact'
import { mustHave } from '../base/must-have.js'
import { App } from './app.js'
import { readEmbedded } from './source/embedded.js'

const page = mustHave(document.getElementById('page') ?? undefined, 'the element of the page')
render(<App embedded={readEmbedded(document)} />, page)
