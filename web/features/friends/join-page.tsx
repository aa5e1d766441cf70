import type { JoinPreview } from "@api/commands.types";
import { acceptInvite, friendKeys, joinPreview } from "@api/customers/friends";
import { toApiError } from "@api/errors";
import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack, openBox } from "@components/illustration/scenes";
import { PageLink } from "@components/site/page-link";
import { SharedPickup } from "@components/site/shared-pickup";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { TapeLabel } from "@components/ui/tape-label";
import { useSession } from "@lib/auth/session";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { forgetInvitation, keepInvitation } from "@lib/site/friend-links";
import { pageTitle } from "@lib/site/page-title";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { Refused } from "./refused";
import { ShareTable } from "./share-table";

const OVER: Record<Exclude<JoinPreview["state"], "open">, (owner: string) => string> = {
  full: () => "Every place of this bundle is taken.",
  closed: () => "The pickup is over, so nobody can join this bundle any more.",
  expired: (owner) => `This link has expired. Ask ${owner} for a new one.`,
  revoked: (owner) => `${owner} has taken this link back. Ask for a new one.`,
};

/** /join/:token: what an invitation is, and joining; a visitor who is signed out signs in and comes back. */
export default function JoinPage() {
  const { token = "" } = useParams();
  const preview = useQuery({
    queryKey: friendKeys.preview(token),
    queryFn: () => joinPreview(token),
    ...untilReachable,
  });
  const { data, error } = preview;
  if (isUnreachable(error))
    return (
      <Frame>
        <ServerUnreachable className="max-w-lg" />
      </Frame>
    );
  if (error)
    return (
      <Frame>
        {toApiError(error).status === 404 ? (
          <NoInvitation title="This invitation does not work">
            Ask your friend for the whole link, or for a new one.
          </NoInvitation>
        ) : (
          <ErrorState
            title="The invitation could not be loaded"
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        )}
      </Frame>
    );
  if (!data)
    return (
      <Frame>
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Opening the invitation...
        </p>
      </Frame>
    );
  if (data.state !== "open")
    return (
      <Frame>
        <NoInvitation title={OVER[data.state](data.owner_name)}>
          You can still store with us: book for yourself in a few minutes.
        </NoInvitation>
      </Frame>
    );
  return <Invited token={token} preview={data} />;
}

function Invited({ token, preview }: { token: string; preview: JoinPreview }) {
  const { owner_name: owner, people, most_people, possible } = preview;
  const left = most_people - people;
  return (
    <section className="bg-mist">
      <div className="container-page grid gap-x-14 gap-y-10 py-10 md:grid-cols-[7fr_5fr] md:py-16">
        <div className="grid content-start justify-items-start gap-5">
          <TapeLabel>An invitation</TapeLabel>
          <h1 className="display-1 wrap-anywhere">Share {owner}'s storage bundle</h1>
          <p className="max-w-[50ch] text-lg text-muted">
            One pickup, one bundle, and each of you pays a share.{" "}
            {people === 1 ? `${owner} is waiting for friends` : `${people} people share it`};{" "}
            {left === 1 ? "one place is" : `${left} places are`} left.
          </p>
          <SharedPickup pickup={preview} />
          <div className="grid gap-2">
            <h2 className="text-xl">What happens</h2>
            <ol className="grid max-w-[56ch] list-decimal gap-2 pl-5 marker:text-pine">
              <li>You join. We email you the address of the pickup.</li>
              <li>You list your own items in My Storage and print your own labels.</li>
              <li>
                Bring your boxes to {owner} before the pickup begins. If your room is in the same
                building, name it in My Storage and our crew comes to it.
              </li>
              <li>Our crew picks up everything together and counts it.</li>
              <li>
                You get your own invoice: your share, and the protection that you choose for your
                own items.
              </li>
              <li>Everything comes back together, to the address where {owner} wants it.</li>
            </ol>
          </div>
          <Join token={token} owner={owner} />
          <ul className="grid max-w-[56ch] list-disc gap-2 pl-5 text-sm text-muted marker:text-pine">
            <li>If somebody else has not paid, your boxes still come back.</li>
            <li>Friends see your first name and an initial, never your items.</li>
            <li>If {owner} moves the pickup, we email you at once.</li>
            <li>You can leave for free until the pickup.</li>
          </ul>
        </div>
        <div className="grid content-start gap-5 rounded-card border border-line bg-sheet p-5 sm:p-6">
          <IsoScene scene={boxStack(Math.min(people + 1, 6))} className="mx-auto h-auto w-40" />
          <h2 className="text-xl">What you would pay a month</h2>
          <ShareTable possible={possible} />
          <p className="text-xs text-muted">
            Split between {people + 1} people, you included, before tax. Our crew's count at pickup
            sets the bundle, and each friend who joins makes every share smaller.
          </p>
        </div>
      </div>
    </section>
  );
}

function Join({ token, owner }: { token: string; owner: string }) {
  const session = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const joining = useRef(false);
  const accept = useMutation({
    mutationFn: () => acceptInvite(token),
    networkMode: "always",
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["friends"] });
      toast.success(`You share ${owner}'s bundle`);
      await navigate("/customer-dashboard/friends", { replace: true });
    },
    onSettled: () => {
      joining.current = false;
    },
  });
  const signedIn = session.status === "signed-in";
  // A visitor who is signed in here has come back.
  useEffect(() => {
    if (signedIn) forgetInvitation();
  }, [signedIn]);

  if (session.status === "loading") return <Spinner />;
  if (!signedIn)
    return (
      <div className="grid gap-2">
        <Button asChild size="lg" className="max-sm:w-full">
          <PageLink
            to="/auth"
            state={{ from: location }}
            // A confirmation mail opens another page: from there it goes on to this one.
            onClick={() => keepInvitation(token)}
          >
            Sign in or sign up to join
          </PageLink>
        </Button>
        <p className="text-sm text-muted">Then you come back here. Signing in books nothing.</p>
      </div>
    );
  return (
    <div className="grid w-full justify-items-start gap-4">
      <Button
        size="lg"
        className="max-sm:w-full"
        busy={accept.isPending}
        onClick={() => {
          if (joining.current) return;
          joining.current = true;
          accept.mutate();
        }}
      >
        Join {owner}'s bundle
      </Button>
      <Refused error={accept.error} />
      {accept.error ? (
        <PageLink
          to="/customer-dashboard/friends"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          To your page “Friends”
        </PageLink>
      ) : null}
    </div>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="container-page grid min-h-dvh content-center justify-items-center py-12">
      <h1 className="sr-only">Share a storage bundle</h1>
      {children}
    </div>
  );
}

function NoInvitation({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      scene={openBox}
      title={title}
      action={
        <Button asChild>
          <PageLink to="/book">Book Storage Now</PageLink>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

export function meta() {
  return [
    { title: pageTitle("Share a bundle") },
    // Whoever has the address can join.
    { name: "robots", content: "noindex" },
  ];
}
