// Fetches RhinoCommon's types for the fake Rhino of the tests, unless they are there; exits 1 with the reason.
import { fetchStubs } from './stubs.mjs'

const trouble = fetchStubs()
if (trouble) {
  console.error(trouble)
  process.exit(1)
}
