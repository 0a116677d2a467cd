#!/usr/bin/env node
import { keepCompiledCode } from './node/cli/engine.js'

keepCompiledCode()
const { main } = await import('./node/cli/main.js')
await main()
