import { expect, test } from 'vitest'
import { ownTool } from './own-tools.ts'

const tools = new Set(['create_box', 'get_context'])

test.each([
  [{ title: 'create_box (rhino MCP Server)', kind: 'other' }],
  [{ title: 'mcp__rhino__create_box' }],
  [{ title: 'rhino.create_box' }],
  [{ title: 'mcp.rhino.create_box' }],
  [{ name: 'mcp_rhino_create_box', title: 'Create a box' }],
  [{ name: 'rhino/create_box', title: null }],
])('%j is ours', (call) => {
  expect(ownTool(call, tools)).toBe('create_box')
})

test.each([
  [{}],
  [{ title: 'create_box' }],
  [{ title: 'mcp__other__create_box' }],
  [{ title: 'mcp__rhino__format_disk' }],
  [{ title: 'rm -rf / # mcp__rhino__create_box' }],
  [{ title: 'create_box (rhino MCP Server); rm -rf /' }],
  [{ title: 'mcp__rhino__create_box', kind: 'execute' }],
])('%j is not', (call) => {
  expect(ownTool(call, tools)).toBeNull()
})
