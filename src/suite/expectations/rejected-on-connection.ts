import type { Credential } from '../../http/request.ts';
import type { RequestOptions } from '../api.ts';
import { type CompleteResponse, describeStatus } from '../response.ts';
import type { CaseContext } from './context.ts';

const TRIES = 3;

/**
 * Judges AUTH-EVERY-REQUEST: a request with a wrong credential is rejected also if it follows an accepted request on the
 * same connection (part 5 rule 1). Not applicable if the service closes its connections every time.
 */
export async function expectRejectedOnConnection(
  { run, scope, judge, api }: CaseContext,
  credential: Credential,
  send: (options: RequestOptions) => Promise<CompleteResponse>,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const connection = run.client.openConnection();
    try {
      api.pageOf(await api.listPets({}, { connection }));
      const response = await send({ connection, credential });
      if (response.connection !== 'reused') continue;
      scope.takeStatus(response);
      const finding = { expected: 'status 401 with an Error', actual: describeStatus(response), responses: [response] };
      judge.check('AUTH-EVERY-REQUEST', response.status === 401, finding);
      return;
    } finally {
      connection.close();
    }
  }
  return judge.stopNotApplicable('The service closes every connection after one response.');
}
