/**
 * All that the server takes from its libraries, in one place: the build makes one file of it, which only `git checkpoint mcp`
 * loads. Two imports of the SDK in two places would be two copies of it.
 */
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { array, boolean, int, literal, object, strictObject, string, union, enum as zodEnum } from 'zod';

export { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
export { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** The requests that the server answers. */
export const requestSchemas = [
  InitializeRequestSchema,
  CallToolRequestSchema,
  ListToolsRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ReadResourceRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  CompleteRequestSchema,
];

/** The forms that arguments and results are made of; named one by one, so that zod's languages stay outside. */
export const z = {
  array,
  boolean,
  enum: zodEnum,
  int,
  literal,
  object,
  string,
  strictObject,
  union,
};
