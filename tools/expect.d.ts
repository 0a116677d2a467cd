// Stands for the package `expect` that comes with Jest, of which src/jest.ts extends one interface; users have their
// own.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
