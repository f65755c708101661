import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServiceSteps, correctSteps, type StepChange } from './service-steps.ts';
import type { CompliantVariant } from './compliant/compliant-variant.ts';
import type { Fault } from './faults/fault.ts';
import { handleRequest, rejectionReply } from './handle-request.ts';
import { randomStream } from './random-stream.ts';
import { readRequest } from './read-request.ts';
import { type Reply, serviceFailure, type WireReply } from './reply.ts';
import { createCatalogue, type ServiceContext } from './service-context.ts';
import type { ServiceRequest } from './service-request.ts';
import { composeChanges } from './step-changes.ts';

/** How to start a service. Everything has a default: a correct service with no pets, on a free port of loopback. */
export interface ReferenceOptions {
  readonly port?: number;
  /** The key that the service accepts. Default: the one that a compliant variant needs, or a new one at each start. */
  readonly key?: string;
  /** How many pets exist from the start: with each status in turn, and then without one. */
  readonly pets?: number;
  /** Determines the ids and all random choices of variants. */
  readonly seed?: number;
  /** The clock. Default: that of the machine, or the time that a fault or compliant variant needs. */
  readonly now?: () => Date;
  /** Milliseconds since the service started. Default: by the clock of the machine. */
  readonly elapsed?: () => number;
  /** The ids of faults, applied in this order. */
  readonly faults?: readonly string[];
  /** The ids of compliant variants, applied in this order before the faults. */
  readonly compliant?: readonly string[];
  /** Further changes, applied last. */
  readonly changes?: readonly StepChange[];
}

/** A running service. `url` is its base address, its path ending in `/v1`. */
export interface ReferenceService {
  readonly url: string;
  readonly key: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts the service in this process, on 127.0.0.1. Rejects on an unknown fault or variant id and on a port in use. */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const services = await chosenServices(options);
  const key = options.key ?? keyOf(services) ?? newKey();
  const started = performance.now();
  const context: ServiceContext = {
    key,
    pets: options.pets ?? 0,
    catalogue: createCatalogue(),
    now: options.now ?? clockOf(services),
    elapsed: options.elapsed ?? (() => performance.now() - started),
    random: randomStream(options.seed ?? 1),
  };
  const changes = [...services.map(({ apply }) => apply), ...(options.changes ?? [])];
  const steps = composeChanges(...changes)(correctSteps(context), context);
  await addSeedPets(steps, context);
  const server = serve(steps);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const stop = steps.begin(server);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, key, port, close: () => close(server, stop) };
}

/** The faults and variants of the options. They load only if one is chosen, so the correct service starts faster. */
async function chosenServices({
  faults: faultIds = [],
  compliant = [],
}: ReferenceOptions): Promise<readonly (Fault | CompliantVariant)[]> {
  const chosen: (Fault | CompliantVariant)[] = [];
  if (compliant.length > 0) {
    const { compliantVariants } = await import('./compliant/index.ts');
    chosen.push(...compliant.map((id) => findById(id, compliantVariants, 'compliant variant')));
  }
  if (faultIds.length > 0) {
    const { faults } = await import('./faults/index.ts');
    chosen.push(...faultIds.map((id) => findById(id, faults, 'fault')));
  }
  return chosen;
}

function keyOf(services: readonly (Fault | CompliantVariant)[]): string | undefined {
  return services.flatMap((service) => ('key' in service ? [service.key] : [])).at(-1);
}

function clockOf(services: readonly (Fault | CompliantVariant)[]): () => Date {
  const at = services.findLast((service) => service.at !== undefined)?.at;
  return () => (at === undefined ? new Date() : new Date(at));
}

function findById<Entry extends { readonly id: string }>(id: string, entries: readonly Entry[], what: string): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (found === undefined) throw new RangeError(`There is no ${what} with the id ${id}.`);
  return found;
}

function newKey(): string {
  for (;;) {
    const letters = randomBytes(64).toString('base64').replace(/[+/=]/g, '').slice(0, 32);
    if (letters.length === 32 && /[a-z]/.test(letters) && /[A-Z]/.test(letters) && /[0-9]/.test(letters)) {
      return `ref-${letters}`;
    }
  }
}

async function addSeedPets(steps: ServiceSteps, context: ServiceContext): Promise<void> {
  for (const newPet of steps.seedPets()) {
    context.catalogue.add({ ...newPet, id: await steps.freshId() });
  }
}

function serve(steps: ServiceSteps): Server {
  let serial = 0;
  const server = createServer((incoming, response) => {
    serial += 1;
    readRequest(incoming, serial)
      .then((request) => respond(request, response, steps))
      // The client disconnected early, or not even a 500 could be sent.
      .catch(() => response.destroy());
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const body = '{"code":"bad_request","message":"The request is not HTTP.","status":400}';
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

async function respond(request: ServiceRequest, response: ServerResponse, steps: ServiceSteps): Promise<void> {
  try {
    deliver(await steps.around(request, () => handleRequest(request, steps)), request, response, steps);
  } catch {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    deliver(rejectionReply(serviceFailure.rejection, request, steps), request, response, steps);
  }
}

function deliver(reply: Reply, request: ServiceRequest, response: ServerResponse, steps: ServiceSteps): void {
  const framed = { ...reply, headers: steps.headers(reply, request) };
  const wire =
    framed.body === undefined
      ? withoutContent(framed)
      : steps.encode(steps.write(framed.body, framed, request), framed, request);
  steps.send(wire, response, framed, request);
}

/** A response with neither content nor headers that describe it (RFC 9110 section 15.3.5). */
function withoutContent({ status, headers }: Reply): WireReply {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return { status, headers: Object.fromEntries(others), payload: Buffer.alloc(0), framing: 'none' };
}

async function close(server: Server, stop: () => void): Promise<void> {
  stop();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
