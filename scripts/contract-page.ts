import { parse } from 'yaml';
import { OPERATION_IDS, operationRoute, operations } from '../src/contract/operations.ts';
import { withGeneratedPart } from './generated-part.ts';

const MARKS = {
  begin: '<!-- operations: written by npm run generate from openapi/petstore.openapi.yaml -->',
  end: '<!-- end of operations -->',
};

/** The parts of an OpenAPI description that the list of operations shows. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly minimum?: number; readonly maximum?: number; readonly default?: number };
}

interface Response {
  readonly description: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: Reference }>>;

interface Reference {
  readonly $ref: string;
}

/** Updates the list of operations in docs/contract.md. Throws if the page has no place for it, or an operation is not described. */
export function withOperations(page: string, openApi: string): string {
  const { paths, components } = parse(openApi) as Description;
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const items = OPERATION_IDS.flatMap((id) => {
    const operation = described.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`The OpenAPI description has no operation ${id}.`);
    const facts = [
      ...(operation.parameters ?? []).map(parameterText),
      ...(operation.requestBody === undefined ? [] : [`Body: ${schemaOf(operation.requestBody.content)}`]),
      ...Object.entries(operation.responses).map(([status, response]) =>
        responseText(status, '$ref' in response ? sharedResponse(response, components.responses) : response),
      ),
    ];
    return [
      `- **${operation.summary}**: \`${operationRoute(id)}\` (part ${operations[id].part})`,
      ...facts.map((fact) => `  - ${fact}`),
    ];
  });
  return withGeneratedPart('docs/contract.md', page, MARKS, items.join('\n'));
}

function parameterText({ name, description, schema }: Parameter): string {
  const { minimum, maximum, default: otherwise } = schema;
  const bounds = [
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}.`]),
    ...(otherwise === undefined ? [] : [`Without it: ${otherwise}.`]),
  ];
  return [`\`${name}\`: ${description}`, ...bounds].join(' ');
}

function sharedResponse({ $ref }: Reference, responses: Readonly<Record<string, Response>>): Response {
  const response = responses[lastOf($ref)];
  if (response === undefined) throw new Error(`The OpenAPI description has no response ${$ref}.`);
  return response;
}

function responseText(status: string, { content, description }: Response): string {
  const body = content === undefined ? 'without a body' : `with ${schemaOf(content)}`;
  return `${status} ${body}: ${description}`;
}

/** The titles of the schemas of a body: `Pet`. */
function schemaOf(content: Content): string {
  return Object.values(content)
    .map(({ schema }) => lastOf(schema.$ref))
    .join(' or ');
}

/** The last segment of a reference within the description. */
function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
