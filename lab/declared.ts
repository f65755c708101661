import { counted } from '../src/contract/describe.ts';
import type { FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/**
 * Compares a judgement with what the service declares, and returns each difference as a sentence. `toFind` lists the
 * requirements that the cases must find violated. Default: every requirement that the fault declares.
 */
export function problemsOf(service: FleetService, summary: Summary, toFind?: readonly string[]): readonly string[] {
  return [
    ...runProblems(summary),
    ...(service.kind === 'fault'
      ? faultProblems(service.declared, summary, toFind)
      : compliantProblems(service.declared, summary)),
  ];
}

/** Why a judgement says nothing about the service: faults of the suite, or a run that ended early. One sentence each. */
export function runProblems({ harnessErrors, suiteFaults, end }: Summary): readonly string[] {
  return [...harnessErrors, ...suiteFaults, ...(end === 'complete' ? [] : [`The run ended otherwise: ${end}.`])];
}

/**
 * Does the same for a larger catalogue. There a run may miss a fault if it names the reason. A fault that declares its
 * violations for an empty catalogue may break more.
 */
export function problemsAtSize(service: FleetService, summary: Summary): readonly string[] {
  if (service.kind === 'compliant') return problemsOf(service, summary);
  if (summary.violated.length === 0)
    return reasonUnseen(service.declared, summary) === null ? problemsOf(service, summary, []) : [];
  const allowsMore = 'startsEmpty' in service.declared;
  return problemsOf(service, allowsMore ? { ...summary, violated: service.declared.breaks } : summary, []);
}

/** Why a run missed a fault: the verdict's reasons for not verifying a requirement that the fault breaks. */
export function reasonUnseen(fault: FaultOf, { notes }: Summary): string | null {
  const broken = allowedBy(fault);
  const note = notes.find(({ requirements }) => requirements.some((id) => broken.includes(id)));
  if (note !== undefined) return note.text.replace(/^.* open: /, '');
  return 'startsEmpty' in fault ? 'it shows only if the catalogue is empty at the start.' : null;
}

type FaultOf = Extract<FleetService, { kind: 'fault' }>['declared'];
type CompliantOf = Extract<FleetService, { kind: 'compliant' }>['declared'];

function allowedBy(fault: FaultOf): readonly string[] {
  return 'breaks' in fault ? fault.breaks : fault.breaksSome;
}

function faultProblems(fault: FaultOf, summary: Summary, toFind?: readonly string[]): readonly string[] {
  const { violated, first } = summary;
  const allowed = allowedBy(fault);
  const demanded = toFind ?? ('breaks' in fault ? fault.breaks : []);
  const foreign = violated.filter((id) => !allowed.includes(id));
  const missed = demanded.filter((id) => !violated.includes(id));
  return [
    ...(violated.length === 0 ? ['It was not caught.'] : []),
    ...(foreign.length === 0
      ? []
      : [`Violated, and not declared: ${foreign.join(', ')}. ${first ?? ''}`, ...violatedChecks(foreign, summary)]),
    ...(missed.length === 0 ? [] : [`Not found violated: ${missed.join(', ')}.`]),
    ...openChecks(missed.length === 0 && violated.length === 0 ? allowed : missed, summary),
  ];
}

/** The violated checks of some requirements, as one sentence. */
function violatedChecks(requirements: readonly string[], { violatedChecks: all }: Summary): readonly string[] {
  const found = all.filter((id) => requirements.some((requirement) => id.endsWith(`#${requirement}`)));
  return found.length === 0 ? [] : [`Violated checks: ${found.join(', ')}.`];
}

/** How the checks of some requirements ended that decided nothing, a sentence for each way. */
function openChecks(requirements: readonly string[], { open }: Summary): readonly string[] {
  const ends = open.filter(({ requirement }) => requirements.includes(requirement));
  return [...Map.groupBy(ends, ({ requirement, ended }) => `${requirement} ended as ${ended}`)].map(
    ([text, same]) => `${counted(same.length, 'check')} of ${text}`,
  );
}

function compliantProblems({ expects }: CompliantOf, summary: Summary): readonly string[] {
  const { verdict, violated, notApplicable, notVerified, first } = summary;
  const applied = (expects.notApplicable ?? []).filter((id) => !notApplicable.includes(id));
  const verified = (expects.notVerified ?? []).filter((id) => !notVerified.includes(id));
  const notVerifiedText = notVerified.length === 0 ? '' : ` Not verified: ${notVerified.join(', ')}.`;
  return [
    ...(violated.length === 0
      ? []
      : [`Accused of ${violated.join(', ')}. ${first ?? ''}`, ...violatedChecks(violated, summary)]),
    ...(verdict === expects.verdict ? [] : [`The verdict is ${verdict}, not ${expects.verdict}.${notVerifiedText}`]),
    ...(applied.length === 0 ? [] : [`Not ended as not applicable: ${applied.join(', ')}.`]),
    ...(verified.length === 0 ? [] : [`Not ended as not verified: ${verified.join(', ')}.`]),
  ];
}
