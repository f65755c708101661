import type { OutgoingRequest } from '../../target/answer.ts';
import type { CredentialId } from '../../target/credentials.ts';
import { auditWhole } from '../audit-transport.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import type { Run } from '../run.ts';

const TRIES = 3;

/**
 * Judges that a request with a bad credential is refused also where it follows an accepted request on the same
 * connection (part 5 rule 1). Not applicable where the service closes its connections every time.
 */
export async function expectRefusedOnConnection(
  run: Run,
  client: CaseClient,
  judge: Judge,
  request: Omit<OutgoingRequest, 'credential'>,
  id: CredentialId,
): Promise<void> {
  const credential = run.credentials[id];
  if (credential === undefined)
    return judge.stopNotApplicable('This credential cannot be made from the configured key.');
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const connection = run.client.openConnection();
    try {
      const accepted = await connection.send(
        { method: 'GET', path: '/pets', operation: 'listPets', credential: run.credentials.valid },
        judge.caseId,
      );
      client.asPage(auditWhole(judge, accepted, 'named'), {});
      const whole = await client.sendOn(connection, { ...request, credential });
      if (whole.answered.connection === 'reused') {
        client.refused('AUTH-EVERY-REQUEST', whole, 401);
        return;
      }
    } finally {
      connection.close();
    }
  }
  return judge.stopNotApplicable('The service closes every connection after one answer.');
}
