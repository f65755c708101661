import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StepChange } from '../service-steps.ts';
import { type ChooseDisturbance, type Disturbance, disturbs } from '../disturbances.ts';
import type { ServiceContext } from '../service-context.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

/** Disturbs every n-th request. */
function every(count: number, disturbance: Disturbance): () => ChooseDisturbance {
  return () => (request) => (request.serial % count === 0 ? disturbance : null);
}

/** Disturbs every request for some milliseconds, from the `first` request on. */
function during(first: number, milliseconds: number, disturbance: Disturbance) {
  return ({ elapsed }: ServiceContext): ChooseDisturbance => {
    let end = Infinity;
    return ({ serial }) => {
      if (serial === first) end = elapsed() + milliseconds;
      return serial >= first && elapsed() < end ? disturbance : null;
    };
  };
}

/** Disturbs only the request with this serial number. */
function only(serial: number, disturbance: Disturbance): () => ChooseDisturbance {
  return () => (request) => (request.serial === serial ? disturbance : null);
}

/** Responds with 503 above a number of simultaneous requests. */
function limitsConcurrency(most: number): StepChange {
  return (base, context) => {
    let current = 0;
    const busy = disturbs(() => () => (current > most ? 503 : null))(base, context);
    return {
      ...busy,
      around: async (request, next) => {
        const { around = base.around } = busy;
        current += 1;
        try {
          await new Promise((resolve) => setTimeout(resolve, 2));
          return await around(request, next);
        } finally {
          current -= 1;
        }
      },
    };
  };
}

/** Simulates a restart at a request: closes all connections, and refuses new ones for some milliseconds. */
function restarts(at: number, milliseconds: number): StepChange {
  return (base) => {
    let timer: NodeJS.Timeout | undefined;
    let running: Server | null = null;
    return {
      begin: (server) => {
        const stop = base.begin(server);
        running = server;
        return () => {
          clearTimeout(timer);
          stop();
        };
      },
      around: (request, next) => {
        if (request.serial === at && running !== null) timer = refuseFor(running, milliseconds);
        return base.around(request, next);
      },
    };
  };
}

function refuseFor(server: Server, milliseconds: number): NodeJS.Timeout {
  const { port } = server.address() as AddressInfo;
  server.close();
  server.closeAllConnections();
  return setTimeout(() => server.listen(port, '127.0.0.1'), milliseconds);
}

/** Disturbs requests with this query, only the first `times` of them. */
function withQuery(name: string, value: string, times: number, disturbance: Disturbance): () => ChooseDisturbance {
  return () => {
    let requests = 0;
    return ({ operation, query }) => {
      if (operation !== 'listPets' || query.get(name) !== value) return null;
      requests += 1;
      return requests <= times ? disturbance : null;
    };
  };
}

/** The back end, 0 to 3, that a gateway chooses for an address. Back end 3 gets no request that the set-up needs. */
function backEndOf(address: string): number {
  return Array.from(address).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1021, 12) % 4;
}

/** Compliant variants with a gateway, a restart or an overload. The contract does not mention them. */
export const disturbanceVariants: readonly CompliantVariant[] = [
  {
    id: 'gateway-503-now-and-then',
    title: 'A gateway responds 503 to every 97th request, without Retry-After.',
    expects: conformant,
    apply: disturbs(every(97, 503)),
  },
  {
    id: 'gateway-520-now-and-then',
    title: 'A gateway responds 520 to every 120th request.',
    expects: conformant,
    apply: disturbs(every(120, 520)),
  },
  {
    id: 'gateway-502-after-adding',
    title: 'A gateway responds 502 to every 15th addition, though the pet was added.',
    expects: conformant,
    apply: disturbs(
      () => {
        let additions = 0;
        return ({ operation }) => {
          if (operation === 'createPet') additions += 1;
          return operation === 'createPet' && additions % 15 === 0 ? 502 : null;
        };
      },
      { reaches: true },
    ),
  },
  {
    id: 'gateway-502-for-a-second',
    title: 'A gateway responds 502 for a second, from the 150th request on, while its service restarts.',
    expects: conformant,
    apply: disturbs(during(150, 1000, 502)),
  },
  {
    id: 'gateway-502-to-wrong-keys',
    title: 'A gateway responds 502 to every other request with a wrong key.',
    expects: conformant,
    apply: disturbs(({ key }) => {
      let wrong = 0;
      return ({ headers: { authorization } }) => {
        if (authorization === `Bearer ${key}`) return null;
        wrong += 1;
        return wrong % 2 === 1 ? 502 : null;
      };
    }),
  },
  {
    id: 'gateway-502-during-set-up',
    title: 'A gateway responds 502 for a second, from the second request on.',
    expects: conformant,
    apply: disturbs(during(2, 1000, 502)),
  },
  {
    id: 'gateway-504-once',
    title: 'A gateway responds 504 to the 200th request.',
    expects: conformant,
    apply: disturbs(only(200, 504)),
  },
  {
    id: 'times-out-once',
    title: 'The 400th request has no response.',
    expects: conformant,
    requestTimeoutSeconds: 3,
    apply: disturbs(only(400, 'silent')),
  },
  {
    id: 'times-out-in-set-up',
    title: 'The fifth request, which belongs to the set-up, has no response.',
    expects: conformant,
    requestTimeoutSeconds: 3,
    apply: disturbs(only(5, 'silent')),
  },
  {
    id: 'gateway-504-for-one-limit-at-first',
    title: 'A gateway responds 504 to the first five list requests with the limit 52.',
    expects: conformant,
    apply: disturbs(withQuery('limit', '52', 5, 504)),
  },
  {
    id: 'gateway-504-for-one-limit',
    title: 'A gateway responds 504 to every list request with the limit 52.',
    expects: { verdict: 'inconclusive', notVerified: ['LIST-LIMIT-RANGE', 'LIST-LIMIT-MAX'] },
    apply: disturbs(withQuery('limit', '52', Infinity, 504)),
  },
  {
    id: 'times-out-for-one-limit',
    title: 'List requests with the limit 53 have no response.',
    expects: { verdict: 'inconclusive', notVerified: ['LIST-LIMIT-RANGE', 'LIST-LIMIT-MAX'] },
    requestTimeoutSeconds: 3,
    apply: disturbs(withQuery('limit', '53', Infinity, 'silent')),
  },
  {
    id: 'overloaded-for-a-second',
    title: 'From the 300th request on, every response is 503 with Retry-After: 1 for a second.',
    expects: conformant,
    apply: disturbs(during(300, 1000, 503), { headers: { 'Retry-After': '1' } }),
  },
  {
    id: 'too-early-now-and-then',
    title: 'Every 110th response is 425.',
    expects: conformant,
    apply: disturbs(every(110, 425)),
  },
  {
    id: 'request-timeout-now-and-then',
    title: 'Every 130th response is 408 and closes its connection.',
    expects: conformant,
    apply: disturbs(every(130, 408), { headers: { Connection: 'close' } }),
  },
  {
    id: 'resets-for-a-second',
    title: 'All connections are reset for a second, from the 250th request on.',
    expects: conformant,
    apply: disturbs(during(250, 1000, 'reset')),
  },
  {
    id: 'closes-now-and-then',
    title: 'Every 140th request is closed before any byte of a response, on a new connection too.',
    expects: conformant,
    apply: disturbs(every(140, 'closed')),
  },
  {
    id: 'bodies-cut-before-a-restart',
    title: 'From the 180th request on, bodies are cut short for 50 ms, and then connections are reset for 500 ms.',
    expects: conformant,
    apply: disturbs((context) => {
      const cut = during(180, 50, 'cut')(context);
      const reset = during(180, 550, 'reset')(context);
      return (request) => {
        const later = reset(request);
        return cut(request) ?? later;
      };
    }),
  },
  {
    id: 'restarts-for-two-seconds',
    title: 'At the 220th request all connections close, and new ones fail for two seconds.',
    expects: conformant,
    apply: restarts(220, 2000),
  },
  {
    id: 'one-back-end-dead-by-path',
    title: 'A gateway chooses one of four back ends by path and query. One back end is down: its requests get 502.',
    expects: { verdict: 'inconclusive', notVerified: ['LIST-LIMIT-RANGE'] },
    apply: disturbs(
      () =>
        ({ path, query }) =>
          backEndOf(`${path ?? ''}?${query.toString()}`) === 3 ? 502 : null,
    ),
  },
  {
    id: 'wakes-after-idle-time',
    title: 'The first request after 30 idle seconds gets 503.',
    expects: conformant,
    soakMinutes: 20,
    apply: disturbs(({ elapsed }) => {
      let last = elapsed();
      return () => {
        const idle = elapsed() - last;
        last = elapsed();
        return idle > 30_000 ? 503 : null;
      };
    }),
  },
  {
    id: 'few-at-a-time',
    title: 'Above 8 simultaneous requests, the response is 503.',
    expects: conformant,
    apply: limitsConcurrency(8),
  },
];
