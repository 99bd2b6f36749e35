#!/usr/bin/perl
# A bot in Perl, with core modules only: ferrovia arena "exec:perl examples/other_language/bot.pl" random
# It reads one JSON message per line and answers those called "choose". docs/bots.md describes the messages.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # every answer goes out at once
my $json = JSON::PP->new->utf8->canonical;
my %routes;

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{message} eq 'hello') {
        %routes = map { $_->{id} => $_ } @{ $message->{board}{routes} };
    }
    elsif ($message->{message} eq 'choose') {
        my ($move, $reason) = choose($message->{view}, @{ $message->{moves} });
        print $json->encode({ move => $move, reason => $reason }), "\n";
    }
    elsif ($message->{message} eq 'bye') {
        last;
    }
}

sub choose {
    my ($view, @moves) = @_;
    return keep($view, @moves) if @{ $view->{offer} };

    my %missing = map { $_ => 1 } map { @{ $_->{routes} } } @{ $view->{tickets} };
    my @claims = grep { my $route = route_of($_); $route && (!%missing || $missing{$route}) } @moves;
    if (@claims) {
        my ($longest) = sort { worth($b) <=> worth($a) } @claims;
        return ($longest, %missing ? 'a route my tickets need' : 'my tickets are made: now for length');
    }
    my %wanted = map { $routes{$_}{colour} => 1 } keys %missing;
    my ($take) = grep { /^take (.*)/ && $wanted{$1} } @moves;
    return ($take, 'a colour my tickets need') if $take;
    my ($draw) = grep { $_ eq 'draw' } @moves;
    return ($draw // $moves[0], 'nothing better to do');
}

# Of the tickets on offer, those that take the fewest trains.
sub keep {
    my ($view, @moves) = @_;
    my %trains = map { $_->{ticket} => $_->{trains} } @{ $view->{offer} };
    my $cost = sub {
        my ($kept) = $_[0] =~ /^keep (.*?)(?: return|$)/;
        my $sum = 0;
        $sum += $trains{$_} for split ' ', $kept;
        return $sum;
    };
    my ($cheapest) = sort { $cost->($a) <=> $cost->($b) } @moves;
    return ($cheapest, 'the tickets that take the fewest trains');
}

sub route_of {
    return $_[0] =~ /^claim (\S+)/ ? $1 : undef;
}

# Long routes first, few locomotives.
sub worth {
    my ($locomotives) = $_[0] =~ /locomotive:(\d+)/;
    return 10 * $routes{ route_of($_[0]) }{length} - ($locomotives // 0);
}
