// Milliseconds an import takes in a fresh process.
const begin = performance.now()
await import(process.argv[2]!)
process.send!(performance.now() - begin)
